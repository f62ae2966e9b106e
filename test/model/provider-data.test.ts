import { afterEach, describe, expect, it } from 'vitest'
import type { Form } from '../../src-main/model/requests/forms.ts'
import { recipientOf } from '../../src-main/model/wire.ts'
import { wires } from '../../src-main/model/wires.ts'
import { type AssistantMessage, assistantMessage, type Message } from '../../src-shared/model/message.ts'
import type { ModelApi } from '../../src-shared/model/provider-data.ts'
import { testProfile } from '../kit/host/host-open.ts'
import { named } from '../kit/model-server/dialects.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  type FaultServer,
  openFaultServer,
  refuse,
  say,
} from '../kit/model-server/model-fault-server.ts'

// What only the API that wrote an answer understands goes back to it unchanged, and to no other.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

interface Told {
  readonly model?: string
  readonly forms?: readonly Form[] | undefined
}

/** The answer to these events, as the log keeps it. */
async function answerTo(api: ModelApi, events: readonly string[]): Promise<AssistantMessage> {
  server = await openFaultServer(({ response }) => answerWith(response, ...events))
  const { end } = await callOnce(clientFor(server.url, { profile: { api } }))
  if (!end.ok) throw new Error(end.failure.message)
  return assistantMessage.parse(JSON.parse(JSON.stringify(end.reply.message)))
}

function sentBack(
  api: ModelApi,
  message: AssistantMessage,
  parameters = {},
  { model = 'test-model', forms }: Told = {},
) {
  const result: Message = { role: 'tool', callId: 'call_a', tool: 'read_file', ok: true, text: 'contents' }
  const messages: Message[] = [{ role: 'user', text: 'go' }, message, result]
  return JSON.parse(wires[api].body({ api, profileId: 'p1', model, forms }, messages, [], parameters))
}

describe('in Responses', () => {
  const reasoning = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'I think.' }],
    encrypted_content: 'gAAAA-secret',
  }
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'read_file', arguments: '{"path":"a.js"}' }
  const events = [
    named({ type: 'response.output_item.added', output_index: 0, item: { ...reasoning, encrypted_content: '' } }),
    named({ type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'I think.' }),
    named({ type: 'response.output_item.done', output_index: 0, item: { ...reasoning, status: null } }),
    named({ type: 'response.output_text.delta', output_index: 1, delta: 'Let me look.' }),
    named({
      type: 'response.output_item.done',
      output_index: 1,
      item: { type: 'message', phase: 'commentary', content: [{ type: 'output_text', text: 'Let me look.' }] },
    }),
    named({ type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '' } }),
    named({ type: 'response.output_item.done', output_index: 2, item: call }),
    named({ type: 'response.completed', response: { status: 'completed', model: 'test-model' } }),
  ]
  const include = { include: ['reasoning.encrypted_content'] }

  it('reasoning items and phases return in their places', async () => {
    const message = await answerTo('responses', events)
    expect(message).toMatchObject({ text: 'Let me look.', reasoning: 'I think.' })
    expect(sentBack('responses', message, include).input).toEqual([
      { role: 'user', content: 'go' },
      reasoning,
      { role: 'assistant', content: 'Let me look.', phase: 'commentary' },
      { type: 'function_call', call_id: 'call_a', name: 'read_file', arguments: '{"path":"a.js"}' },
      { type: 'function_call_output', call_id: 'call_a', output: 'contents' },
    ])
  })

  it.each([
    ['another model', { model: 'other' }, include],
    ['an endpoint that refused such items', {}, {}],
  ] as const)('they don’t go to %s', async (_, to, parameters) => {
    const message = await answerTo('responses', events)
    expect(JSON.stringify(sentBack('responses', message, parameters, to))).not.toContain('secret')
    expect(JSON.stringify(sentBack('messages', message))).not.toContain('secret')
  })

  it('they are left out once the endpoint can’t read them, and the answer is asked for again', async () => {
    const message = await answerTo('responses', events)
    await server?.close()
    server = await openFaultServer(({ response, received }) => {
      if (received.body.includes('secret'))
        refuse(response, 400, {
          code: 'invalid_encrypted_content',
          message: 'The encrypted content gAAA could not be verified.',
        })
      else answerWith(response, ...events)
    })
    const client = clientFor(server.url, { profile: { api: 'responses' } })
    const { end } = await callOnce(client, { messages: [{ role: 'user', text: 'go' }, message] })
    expect(end.ok).toBe(true)
    expect(server.received).toHaveLength(2)
  })
})

describe('in Messages', () => {
  const delta = (index: number, of: object) => named({ type: 'content_block_delta', index, delta: of })
  const start = (index: number, content_block: object) => named({ type: 'content_block_start', index, content_block })
  const events = [
    named({
      type: 'message_start',
      message: {
        model: 'test-model',
        usage: { input_tokens: 5, cache_read_input_tokens: 90, cache_creation_input_tokens: 7, output_tokens: 1 },
      },
    }),
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'First ' }),
    delta(0, { type: 'thinking_delta', thinking: 'thought.' }),
    delta(0, { type: 'signature_delta', signature: 'sig-1' }),
    start(1, { type: 'redacted_thinking', data: 'hidden' }),
    start(2, { type: 'text', text: '' }),
    delta(2, { type: 'text_delta', text: 'Let me look.' }),
    start(3, { type: 'thinking', thinking: '', signature: '' }),
    delta(3, { type: 'thinking_delta', thinking: 'Second.' }),
    delta(3, { type: 'signature_delta', signature: 'sig-2' }),
    start(4, { type: 'tool_use', id: 'call_a', name: 'read_file', input: {} }),
    delta(4, { type: 'input_json_delta', partial_json: '{"path":"a.js"}' }),
    named({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 30 } }),
    named({ type: 'message_stop' }),
  ]
  const blocks = [
    { type: 'thinking', thinking: 'First thought.', signature: 'sig-1' },
    { type: 'redacted_thinking', data: 'hidden' },
    { type: 'text', text: 'Let me look.' },
    { type: 'thinking', thinking: 'Second.', signature: 'sig-2' },
    { type: 'tool_use', id: 'call_a', name: 'read_file', input: { path: 'a.js' } },
  ]

  it('signed and redacted thinking returns in its places', async () => {
    const message = await answerTo('messages', events)
    expect(message).toMatchObject({ text: 'Let me look.', reasoning: 'First thought.Second.' })
    expect(sentBack('messages', message, { thinking: { type: 'adaptive' } }).messages[1]).toEqual({
      role: 'assistant',
      content: blocks,
    })
  })

  it('it is stored once: what is carried names the text by its length', async () => {
    const message = await answerTo('messages', events)
    expect(JSON.stringify(message.carried)).not.toContain('thought.')
  })

  it('it is left out if thinking is off, for another model, and once the message was changed', async () => {
    const message = await answerTo('messages', events)
    const plain = blocks.filter(({ type }) => type === 'text' || type === 'tool_use')
    const content = (reply: AssistantMessage, parameters: object, model = 'test-model') =>
      sentBack('messages', reply, parameters, { model }).messages[1].content
    expect(content(message, { thinking: { type: 'disabled' } })).toEqual(plain)
    expect(content(message, {}, 'other')).toEqual(plain)
    expect(content({ ...message, text: 'Edited' }, {})).toMatchObject([{ text: 'Edited' }, { type: 'tool_use' }])
  })

  it('it goes back to the same model whatever effort is chosen for a message', async () => {
    const message = await answerTo('messages', events)
    const { carried } = message
    if (carried === undefined) throw new Error('nothing is carried')
    const varied = { ...message, carried: { ...carried, profileId: `${carried.profileId}~ehigh` } }
    expect(sentBack('messages', varied, {}).messages[1].content).toEqual(blocks)
    const profile = testProfile('http://127.0.0.1:9/v1', { id: 'p1~emax' })
    expect(recipientOf({ profile, model: 'test-model' }).profileId).toBe('p1')
  })

  it('the usage counts all input, and what of it was read from and written to the cache', async () => {
    server = await openFaultServer(({ response }) => answerWith(response, ...events))
    const price = { input: 10, cachedInput: 1, cacheWrite: 12, output: 100 }
    const { end } = await callOnce(clientFor(server.url, { profile: { api: 'messages', price } }))
    expect(end).toMatchObject({
      ok: true,
      reply: { usage: { input: 102, cachedInput: 90, cacheWrite: 7, output: 30 } },
      cost: (5 * 10 + 90 * 1 + 7 * 12 + 30 * 100) / 1e6,
    })
  })
})

describe('in Chat Completions', () => {
  const signed = { google: { thought_signature: 'sig' } }

  it('a call returns with its signature (Gemini)', async () => {
    const call = { index: 0, id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '{}' } }
    const message = await answerTo('chat-completions', [
      say.delta({ tool_calls: [{ ...call, extra_content: signed }] }),
      say.finish('tool_calls'),
      done,
    ])
    expect(sentBack('chat-completions', message).messages[1].tool_calls).toMatchObject([
      { id: 'call_a', extra_content: signed },
    ])
  })

  it('reasoning details return whole, their streamed parts put together (OpenRouter)', async () => {
    const detail = (more: object) => say.delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...more }] })
    const message = await answerTo('chat-completions', [
      detail({ text: 'I ' }),
      detail({ text: 'think.', signature: null }),
      detail({ signature: 'sig' }),
      say.delta({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'xyz' }] }),
      say.call(0, 'call_a', 'read_file', '{}'),
      say.finish('tool_calls'),
      done,
    ])
    expect(sentBack('chat-completions', message).messages[1].reasoning_details).toEqual([
      { type: 'reasoning.text', index: 0, text: 'I think.', signature: 'sig' },
      { type: 'reasoning.encrypted', index: 1, data: 'xyz' },
    ])
  })

  it.each([
    ['deepseek', 'I think.'],
    ['custom', undefined],
  ])('reasoning returns with the calls it led to, if the endpoint demands it (%s)', async (preset, back) => {
    const events = [say.reasoning('I think.'), say.call(0, 'call_a', 'read_file', '{}'), say.finish('tool_calls'), done]
    const message = await answerTo('chat-completions', events)
    const { forms } = recipientOf({ profile: testProfile('http://127.0.0.1:9/v1', { preset }), model: 'test-model' })
    expect(sentBack('chat-completions', message, {}, { forms }).messages[1].reasoning_content).toBe(back)
  })
})
