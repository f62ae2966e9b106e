import { afterEach, describe, expect, it } from 'vitest'
import { dialects } from '../kit/model-server/dialects.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import {
  answerWith,
  done,
  type FaultServer,
  hangUp,
  openFaultServer,
  say,
  startStream,
} from '../kit/model-server/model-fault-server.ts'
import { calls, streamFaults } from '../kit/model-server/stream-faults.ts'

// T9: each fault at each position of a stream. Whatever happens, the call ends, and no call of an answer that
// did not finish is ever presented as complete.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const positions = [
  'before the first event',
  'after the role',
  'in the middle of the text',
  'before the calls',
  'in the first call’s arguments',
  'after the first call',
  'in the second call’s arguments',
  'before the finish reason',
  'after the finish reason',
  'before the end',
] as const

describe.each(dialects)('in $api', (dialect) => {
  const { api, events, finishedAt } = dialect
  const places = positions.slice(0, events.length).map((at, sent) => ({ at, sent }))

  describe.each(streamFaults)('when $name', (fault) => {
    it.each(places)('$at', async ({ sent }) => {
      server = await openFaultServer((exchange) => {
        startStream(exchange.response)
        if (sent === 0) exchange.response.flushHeaders()
        else exchange.response.write(events.slice(0, sent).join(''))
        setImmediate(() => fault.act(exchange, dialect))
      })
      const idleLimitMs = fault.kind === 'model-stalled' ? 40 : 5000
      const { end, heard } = await callOnce(clientFor(server.url, { profile: { api, idleLimitMs } }))

      if (sent >= finishedAt) {
        if (!end.ok) throw new Error(end.failure.message)
        expect(end.reply.message.toolCalls).toEqual(calls)
        expect(end.reply.usage.estimated).toBe(api === 'chat-completions' && sent === finishedAt)
        return
      }
      if (end.ok) throw new Error('an unfinished answer was taken for a finished one')
      expect(end.failure.kind).toBe(fault.kinds?.[api] ?? fault.kind)
      expect(end.failure.message).toContain('Test')
      expect(end.failure.advice).toMatch(/^[A-Z].+\.$/)
      const tries = fault.triesIn?.[api] ?? fault.tries
      // A try that is given up that soon may not have arrived.
      if (fault.kind !== 'model-stalled') expect(server.received).toHaveLength(tries)
      expect(heard.retries.map((each) => each.attempt)).toEqual(Array.from({ length: tries - 1 }, (_, at) => at + 1))
    })
  })

  it('reads the whole answer', async () => {
    server = await openFaultServer(({ response }) => answerWith(response, ...events))
    const { end, heard } = await callOnce(clientFor(server.url, { profile: { api } }))
    if (!end.ok) throw new Error(end.failure.message)
    expect(end.reply).toMatchObject({
      message: { text: 'I will look.', toolCalls: calls },
      finish: 'tool-calls',
      usage: { input: 10, output: 20, estimated: false },
      model: 'test-model',
    })
    expect(heard.text).toEqual(['I will ', 'look.'])
  })
})

const whole = dialects[0]?.events ?? []

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
