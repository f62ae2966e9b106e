import { afterEach, describe, expect, it } from 'vitest'
import type { FailureKind } from '../../src-shared/base/failure.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import {
  done,
  type Exchange,
  event,
  type FaultServer,
  hangUp,
  openFaultServer,
  say,
  startStream,
} from '../kit/model-server/model-fault-server.ts'

// T9: each fault at each position of a stream. Whatever happens, the call ends, and no call of an answer that
// did not finish is ever presented as complete.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const whole = [
  say.role(),
  say.text('I will '),
  say.text('look.'),
  say.call(0, 'call_a', 'read_file', '{"path":'),
  say.more(0, '"a.js"}'),
  say.call(1, 'call_b', 'shell', '{"command":"rm -rf build'),
  say.more(1, '/cache"}'),
  say.finish('tool_calls'),
  say.usage(10, 20),
  done,
]

const positions = [
  { at: 'before the first event', events: 0 },
  { at: 'after the role', events: 1 },
  { at: 'in the middle of the text', events: 2 },
  { at: 'before the calls', events: 3 },
  { at: 'in the first call’s arguments', events: 4 },
  { at: 'after the first call', events: 5 },
  { at: 'in the second call’s arguments', events: 6 },
  { at: 'before the finish reason', events: 7 },
  { at: 'before the usage', events: 8 },
  { at: 'before [DONE]', events: 9 },
] as const
const finishedAt = 8

interface FaultCase {
  readonly name: string
  readonly kind: FailureKind
  /** How many tries it deserves, before the answer is whole. */
  readonly tries: number
  readonly act: (exchange: Exchange) => void
}

const faults: readonly FaultCase[] = [
  { name: 'the connection is cut', kind: 'model-cut-off', tries: 3, act: ({ response }) => hangUp(response) },
  {
    name: 'the answer ends as if it were whole',
    kind: 'model-cut-off',
    tries: 3,
    act: ({ response }) => response.end(),
  },
  {
    name: '[DONE] comes without a finish reason',
    kind: 'model-cut-off',
    tries: 3,
    act: ({ response }) => response.end(done),
  },
  { name: 'nothing comes any more', kind: 'model-stalled', tries: 2, act: () => undefined },
  {
    name: 'an event is no JSON',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.end('data: {"choices":[{"delta":{"content":"x"\n\n'),
  },
  {
    name: 'an event is JSON of another kind',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.end('data: "surprise"\n\n'),
  },
  {
    name: 'an event ends in its middle',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.end('data: {"choices":[{"del'),
  },
  {
    name: 'the connection is cut in the middle of an event',
    kind: 'model-cut-off',
    tries: 3,
    act: ({ response }) => response.write('data: {"choices":[{"del', () => hangUp(response)),
  },
  {
    name: 'an error object comes with a status',
    kind: 'model-overloaded',
    tries: 5,
    act: ({ response }) =>
      response.end(event({ error: { code: 502, message: 'Provider disconnected' }, choices: [] }) + done),
  },
  {
    name: 'an error object says that the limit is reached',
    kind: 'model-rate-limited',
    tries: 5,
    act: ({ response }) => response.end(event({ error: { code: 'rate_limit_exceeded', message: 'slow down' } })),
  },
  {
    name: 'an error object names a context overflow',
    kind: 'context-overflow',
    tries: 1,
    act: ({ response }) => response.end(event({ error: { code: 'context_length_exceeded', message: 'too long' } })),
  },
  {
    name: 'an error is plain text',
    kind: 'model-rejected',
    tries: 1,
    act: ({ response }) => response.end(event({ error: 'CUDA is unhappy' })),
  },
  {
    name: 'the finish reason is an error',
    kind: 'model-overloaded',
    tries: 3,
    act: ({ response }) => response.end(say.finish('error') + done),
  },
  {
    name: 'the body is no HTTP any more',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.socket?.end('garbage, not a chunk\r\n'),
  },
]

describe.each(faults)('when $name', (fault) => {
  it.each(positions)('$at', async ({ events }) => {
    server = await openFaultServer((exchange) => {
      startStream(exchange.response)
      const sent = whole.slice(0, events).join('')
      if (sent === '') exchange.response.flushHeaders()
      else exchange.response.write(sent)
      setImmediate(() => fault.act(exchange))
    })
    const idleLimitMs = fault.kind === 'model-stalled' ? 40 : 5000
    const { end, heard } = await callOnce(clientFor(server.url, { profile: { idleLimitMs } }))

    if (events >= finishedAt) {
      if (!end.ok) throw new Error(end.failure.message)
      expect(end.reply.message.toolCalls).toEqual([
        { id: 'call_a', tool: 'read_file', arguments: '{"path":"a.js"}', complete: true },
        { id: 'call_b', tool: 'shell', arguments: '{"command":"rm -rf build/cache"}', complete: true },
      ])
      expect(end.reply.usage.estimated).toBe(events === finishedAt)
      return
    }
    if (end.ok) throw new Error('an unfinished answer was taken for a finished one')
    expect(end.failure.kind).toBe(fault.kind)
    expect(end.failure.message).toContain('Test')
    expect(end.failure.advice).toMatch(/^[A-Z].+\.$/)
    expect(server.received).toHaveLength(fault.tries)
    expect(heard.retries.map((each) => each.attempt)).toEqual(
      Array.from({ length: fault.tries - 1 }, (_, index) => index + 1),
    )
  })
})

it('goes on with a whole answer after one that broke off, and says that it began anew', async () => {
  server = await openFaultServer(({ response, turn }) => {
    startStream(response)
    if (turn === 0) response.write(whole.slice(0, 6).join(''), () => hangUp(response))
    else response.end(whole.join(''))
  })
  const { end, heard } = await callOnce(clientFor(server.url))
  if (!end.ok) throw new Error(end.failure.message)
  expect(end.reply.message.text).toBe('I will look.')
  expect(end.reply.message.toolCalls.map((call) => call.complete)).toEqual([true, true])
  expect(end.reply.usage).toEqual({ input: 10, cachedInput: 0, output: 20, reasoning: 0, estimated: false })
  expect(heard.retries).toMatchObject([{ attempt: 1, waitMs: 250, failure: { kind: 'model-cut-off' } }])
  expect(server.received[0]?.body).toBe(server.received[1]?.body)
})

it('takes the last call for cut where the answer ended at its length limit, even if it reads as whole', async () => {
  server = await openFaultServer(({ response }) => {
    startStream(response)
    response.end([...whole.slice(0, 7), say.finish('length'), done].join(''))
  })
  const { end } = await callOnce(clientFor(server.url))
  if (!end.ok) throw new Error(end.failure.message)
  expect(end.reply.finish).toBe('length')
  expect(end.reply.message.toolCalls.map((call) => call.complete)).toEqual([true, false])
})
