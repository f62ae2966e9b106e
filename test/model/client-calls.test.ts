import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../src-shared/model/message.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  type FaultServer,
  openFaultServer,
  say,
  startStream,
} from '../kit/model-server/model-fault-server.ts'

// T10: tool calls as servers really send them.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function replyTo(events: readonly string[], over: Partial<ModelRequest> = {}) {
  server = await openFaultServer(({ response }) => answerWith(response, ...events))
  const { end, heard } = await callOnce(clientFor(server.url), over)
  if (!end.ok) throw new Error(end.failure.message)
  return { reply: end.reply, calls: end.reply.message.toolCalls, heard }
}
const ended = [say.finish('tool_calls'), done]
const call = (id: string, tool: string, text: string, complete = true) => ({ id, tool, arguments: text, complete })

describe('tool calls are put together', () => {
  it('from parts that come interleaved', async () => {
    const { calls, heard } = await replyTo([
      say.call(0, 'a', 'read_file', '{"pa'),
      say.call(1, 'b', 'shell', ''),
      say.more(0, 'th":"x"'),
      say.more(1, '{"command":"ls"}'),
      say.more(0, '}'),
      ...ended,
    ])
    expect(calls).toEqual([call('a', 'read_file', '{"path":"x"}'), call('b', 'shell', '{"command":"ls"}')])
    expect(heard.calls.filter((each) => each.index === 0).map((each) => each.text)).toEqual(['{"pa', 'th":"x"', '}'])
  })

  it('without indexes, by their ids and their order', async () => {
    const part = (id: string | undefined, name: string | undefined, text: string) =>
      say.calls({ id, function: { name, arguments: text } })
    const { calls } = await replyTo([
      part('a', 'read_file', '{"path":'),
      part(undefined, undefined, '"x"}'),
      part('b', 'shell', '{}'),
      part('a', undefined, ' '),
      ...ended,
    ])
    expect(calls).toEqual([call('a', 'read_file', '{"path":"x"} '), call('b', 'shell', '{}')])
  })

  it('without indexes and without ids, each with an id of its own', async () => {
    const part = (name: string, text: string) => say.calls({ function: { name, arguments: text } })
    const { calls } = await replyTo([part('one', '{"a":1}'), part('two', '{"b":2}'), part('two', '{"b":3}'), ...ended])
    expect(calls).toEqual([
      call('call00000', 'one', '{"a":1}'),
      call('call00001', 'two', '{"b":2}'),
      call('call00002', 'two', '{"b":3}'),
    ])
  })

  it('that all come whole under index 0', async () => {
    const { calls } = await replyTo([say.call(0, 'a', 'one', '{"a":1}'), say.call(0, 'b', 'two', '{"b":2}'), ...ended])
    expect(calls).toEqual([call('a', 'one', '{"a":1}'), call('b', 'two', '{"b":2}')])
  })

  it('with one id for several: the first keeps it', async () => {
    const { calls } = await replyTo([say.call(0, 'a', 'one', '{}'), say.call(1, 'a', 'two', '{}'), ...ended])
    expect(calls.map((each) => [each.id, each.tool])).toEqual([
      ['a', 'one'],
      ['call00001', 'two'],
    ])
  })

  it('with an id that an earlier answer used: it gets a fresh one', async () => {
    const earlier = { role: 'assistant', text: '', reasoning: '', toolCalls: [call('a', 'one', '{}')] } as const
    const result = { role: 'tool', callId: 'a', tool: 'one', ok: true, text: '1' } as const
    const { calls } = await replyTo([say.call(0, 'a', 'one', '{}'), ...ended], { messages: [earlier, result] })
    expect(calls.map((each) => each.id)).toEqual(['call00001'])
  })

  it('with the name on every part, or in pieces, or missing', async () => {
    const { calls } = await replyTo([
      say.call(0, 'a', 'shell', '{"x":'),
      say.call(0, 'a', 'shell', '1}'),
      say.call(1, 'b', 'read_', ''),
      say.call(1, '', 'file', '{}'),
      say.call(2, 'c', '', '{}'),
      ...ended,
    ])
    expect(calls.map((each) => [each.tool, each.arguments])).toEqual([
      ['shell', '{"x":1}'],
      ['read_file', '{}'],
      ['unnamed', '{}'],
    ])
  })

  it('with arguments that are an object, or none at all', async () => {
    const { calls } = await replyTo([
      say.calls({ index: 0, id: 'a', function: { name: 'one', arguments: { path: 'x' } } }),
      say.calls({ index: 1, id: 'b', function: { name: 'two' } }),
      say.calls({ index: 2, id: 'c', function: { name: 'three', arguments: null } }),
      ...ended,
    ])
    expect(calls.map((each) => each.arguments)).toEqual(['{"path":"x"}', '{}', '{}'])
  })

  it('whatever is in them', async () => {
    const odd = [
      '{"__proto__":{"polluted":true}}',
      '{"a":"\\u0000\\ud800"}',
      'not json',
      '[1]',
      '{"a":1} and more',
      '"{}"',
    ]
    const { calls } = await replyTo([...odd.map((text, index) => say.call(index, `c${index}`, 'tool', text)), ...ended])
    expect(calls.map((each) => each.arguments)).toEqual(odd)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('and a call whose arguments never close is not complete, whatever the finish reason says', async () => {
    const { calls } = await replyTo([say.call(0, 'a', 'shell', '{"command":"rm -rf /tmp/x'), ...ended])
    expect(calls).toEqual([call('a', 'shell', '{"command":"rm -rf /tmp/x', false)])
  })

  it('of a server that says “stop” although it calls', async () => {
    const { reply } = await replyTo([say.call(0, 'a', 'one', '{}'), say.finish('stop'), done])
    expect(reply.finish).toBe('tool-calls')
    expect(reply.message.toolCalls[0]?.complete).toBe(true)
  })

  it('of an answer that comes in one piece', async () => {
    const message = {
      content: null,
      tool_calls: [
        { function: { name: 'one', arguments: '{"a":' } },
        { id: 'b', function: { name: 'two', arguments: '{}' } },
      ],
    }
    server = await openFaultServer(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }))
    })
    const { end } = await callOnce(clientFor(server.url))
    if (!end.ok) throw new Error(end.failure.message)
    expect(end.reply.message.toolCalls).toEqual([call('call00000', 'one', '{"a":', false), call('b', 'two', '{}')])
  })
})

describe('stopAfterCalls', () => {
  const two = [
    say.text('Let me see.'),
    say.call(0, 'a', 'one', '{"a":'),
    say.more(0, '{"b":"}"}}'),
    say.call(1, 'b', 'two', '{"c":1}'),
  ]

  it('ends the stream at the first complete call and closes the connection', async () => {
    let closed: Promise<void> | undefined
    server = await openFaultServer((exchange) => {
      closed = exchange.closed
      startStream(exchange.response)
      exchange.response.write(two.slice(0, 3).join(''))
    })
    const { end } = await callOnce(clientFor(server.url), { stopAfterCalls: 1 })
    if (!end.ok) throw new Error(end.failure.message)
    expect(end.reply.message.toolCalls).toEqual([call('a', 'one', '{"a":{"b":"}"}}')])
    expect(end.reply.finish).toBe('tool-calls')
    expect(end.reply.usage.estimated).toBe(true)
    await closed
  })

  it('keeps only so many of a stream that came at once', async () => {
    const { calls } = await replyTo([...two, ...ended], { stopAfterCalls: 1 })
    expect(calls.map((each) => each.id)).toEqual(['a'])
  })

  it('never takes a call that is still being written', async () => {
    const interleaved = [say.call(0, 'a', 'one', '{"a":'), say.call(1, 'b', 'two', '{}'), say.more(0, '1}'), ...ended]
    const { calls } = await replyTo(interleaved, { stopAfterCalls: 1 })
    expect(calls).toEqual([call('b', 'two', '{}')])
  })
})

describe('what is too large', () => {
  const failureOf = async (script: Parameters<typeof openFaultServer>[0]) => {
    server = await openFaultServer(script)
    const { end } = await callOnce(clientFor(server.url))
    if (end.ok) throw new Error('it was taken')
    expect(server.received).toHaveLength(1)
    return end.failure
  }
  const piece = 'x'.repeat(64_000)

  it('is refused as one call’s arguments', async () => {
    const failure = await failureOf(({ response }) => {
      startStream(response)
      response.write(say.call(0, 'a', 'write_file', '{"text":"'))
      for (let sent = 0; sent < 8_000_000; sent += piece.length) response.write(say.more(0, piece))
      response.end(ended.join(''))
    })
    expect(failure).toMatchObject({
      kind: 'model-malformed',
      message: expect.stringMatching(/more than 1 million characters/),
    })
  })

  it('is refused as one event of 64 MB', async () => {
    const failure = await failureOf(async ({ response, closed }) => {
      startStream(response)
      let open = true
      void closed.then(() => {
        open = false
      })
      response.write('data: "')
      for (let sent = 0; open && sent < 64_000_000; sent += piece.length)
        if (!response.write(piece)) await Promise.race([new Promise((next) => response.once('drain', next)), closed])
    })
    expect(failure).toMatchObject({ kind: 'model-malformed', message: expect.stringMatching(/more than 16 MB/) })
  })

  it('is refused as a thousand calls', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => say.call(index, `c${index}`, 'one', '{}'))
    const failure = await failureOf(({ response }) => answerWith(response, ...many, ...ended))
    expect(failure).toMatchObject({
      kind: 'model-malformed',
      message: expect.stringMatching(/more than 500 tool calls/),
    })
  })
})
