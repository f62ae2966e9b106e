import { afterEach, describe, expect, test } from 'vitest'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import { type FaultServer, openFaultServer } from '../kit/model-server/model-fault-server.ts'

let server: FaultServer | null = null
afterEach(async () => {
  await server?.close()
})

/** What comes of an answer of these events, from a real server. */
async function answerOf(api: 'responses' | 'messages', events: readonly object[]) {
  server = await openFaultServer(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const each of events) response.write(`event: ${Reflect.get(each, 'type')}\ndata: ${JSON.stringify(each)}\n\n`)
    response.end()
  })
  const { end } = await callOnce(clientFor(server.url, { profile: { api } }))
  if (!end.ok) return end.failure.kind
  const { text, toolCalls } = end.reply.message
  return { text, calls: toolCalls.map((call) => [call.tool, call.arguments, call.complete]) }
}

const item = (args: unknown, more: object = {}) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'c1',
  name: 'look',
  arguments: args,
  ...more,
})
const added = (args: unknown = '', place: object = { output_index: 1 }) => ({
  type: 'response.output_item.added',
  item: item(args),
  ...place,
})
const delta = (text: string, place: object = { output_index: 1 }) => ({
  type: 'response.function_call_arguments.delta',
  delta: text,
  ...place,
})
const argumentsDone = (args: unknown) => ({
  type: 'response.function_call_arguments.done',
  item_id: 'fc_1',
  output_index: 1,
  arguments: args,
})
const itemDone = (args: unknown) => ({ type: 'response.output_item.done', output_index: 1, item: item(args) })
const completed = (output: readonly object[] = []) => ({
  type: 'response.completed',
  response: { model: 'm', status: 'completed', output },
})
const whole = '{"path":"a.txt"}'
const one = { text: '', calls: [['look', whole, true]] }

describe('arguments in a Responses stream', () => {
  test.each([
    ['as deltas', [added(), delta('{"path":'), delta('"a.txt"}'), itemDone(whole), completed()]],
    ['with their own event only', [added(), argumentsDone(whole), itemDone(''), completed()]],
    ['with the beginning of the item only', [added(whole), itemDone(''), completed()]],
    ['as an object', [added(), itemDone(JSON.parse(whole)), completed()]],
    ['as an object of an event of their own', [added(), argumentsDone(JSON.parse(whole)), completed()]],
    ['under the id of the item', [added(), delta(whole, { item_id: 'fc_1' }), itemDone(''), completed()]],
    [
      'of an item without a place',
      [added('', {}), delta(whole, { item_id: 'fc_1' }), { ...itemDone(whole), output_index: null }, completed()],
    ],
    ['with the end of the answer only', [added(), completed([item(whole)])]],
    ['twice, with other white space', [added(), delta(whole), itemDone('{ "path": "a.txt" }'), completed()]],
    [
      'with its end, and then a text',
      [
        added(),
        delta(whole),
        itemDone(whole),
        completed(),
        { type: 'response.output_text.delta', delta: 'late', output_index: 0 },
      ],
    ],
  ])('%s are used, once', async (_, events) => {
    expect(await answerOf('responses', events)).toEqual(one)
  })

  test.each([
    ['differ from their parts', [added(), delta('{"path":"b'), itemDone(whole), completed()]],
    ['belong to no item', [delta(whole), completed()]],
    ['belong to no item, as a whole', [argumentsDone(whole), completed()]],
  ])('that %s discard the answer', async (_, events) => {
    expect(await answerOf('responses', events)).toBe('model-malformed')
  })
})

const start = { type: 'message_start', message: { model: 'm' } }
const block = (content: object, index = 0) => ({ type: 'content_block_start', index, content_block: content })
const json = (partial: unknown, index = 0) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json: partial },
})
const blockStop = (index = 0) => ({ type: 'content_block_stop', index })
const stop = (reason: string) => ({
  type: 'message_delta',
  delta: { stop_reason: reason },
  usage: { output_tokens: 5 },
})
const call = (input: unknown = {}) => ({ type: 'tool_use', id: 't1', name: 'look', input })
const said = { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi.' } }

describe('arguments in a Messages stream', () => {
  test.each([
    ['as parts', [start, block(call()), json('{"path":'), json('"a.txt"}'), blockStop(), stop('tool_use')]],
    ['as an object of a part', [start, block(call()), json(JSON.parse(whole)), blockStop(), stop('tool_use')]],
    ['with the beginning', [start, block(call(JSON.parse(whole))), blockStop(), stop('tool_use')]],
    ['with the beginning, as text', [start, block(call(whole)), stop('tool_use')]],
    [
      'with the beginning and as parts',
      [start, block(call(JSON.parse(whole))), json(whole), blockStop(), stop('tool_use')],
    ],
    ['before a text after the end', [start, block(call()), json(whole), stop('tool_use'), said]],
  ])('%s are used, once', async (_, events) => {
    expect(await answerOf('messages', events)).toEqual(one)
  })

  test('of a tool that the server itself uses are no call', async () => {
    const own = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
    const events = [
      start,
      block(own),
      json('{"query":"x"}'),
      blockStop(),
      block({ type: 'text', text: '' }, 1),
      said,
      stop('end_turn'),
    ]
    expect(await answerOf('messages', events)).toEqual({ text: 'Hi.', calls: [] })
  })

  test('of a block that never began discard the answer', async () => {
    expect(await answerOf('messages', [start, json(whole), stop('tool_use')])).toBe('model-malformed')
  })
})

test('a wait that Google asks for in the body of a refusal is kept', async () => {
  let turn = 0
  server = await openFaultServer(({ response }) => {
    turn += 1
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }]
    response.writeHead(429, { 'content-type': 'application/json' })
    response.end(JSON.stringify([{ error: { code: 429, message: 'Quota for a minute.', details } }]))
  })
  const { heard } = await callOnce(clientFor(server.url))
  expect(turn).toBeGreaterThan(1)
  expect(heard.retries[0]).toMatchObject({ waitMs: 7000 })
})
