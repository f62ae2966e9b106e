import { afterEach, expect, it } from 'vitest'
import { createModelClient } from '../../src-main/model/client.ts'
import { bound, callOnce, clientFor, profileFor } from '../kit/model-server/model-client.ts'
import {
  type Exchange,
  type FaultServer,
  openFaultServer,
  refuse,
  say,
  startStream,
} from '../kit/model-server/model-fault-server.ts'

// T11: Stop settles the call in the same turn of the event loop and closes the connection, wherever the call is.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const places: readonly { at: string; begin: (exchange: Exchange) => void }[] = [
  { at: 'before the headers', begin: () => undefined },
  {
    at: 'before the first event',
    begin: ({ response }) => {
      startStream(response)
      response.flushHeaders()
    },
  },
  {
    at: 'in the text',
    begin: ({ response }) => {
      startStream(response)
      response.write(say.text('Hel'))
    },
  },
  {
    at: 'in a call’s arguments',
    begin: ({ response }) => {
      startStream(response)
      response.write(say.call(0, 'a', 'shell', '{"command":"rm -rf'))
    },
  },
  {
    at: 'before the usage',
    begin: ({ response }) => {
      startStream(response)
      response.write(say.text('Hello') + say.finish('stop'))
    },
  },
  {
    at: 'in the middle of an event',
    begin: ({ response }) => {
      startStream(response)
      response.write('data: {"choices":[{"del')
    },
  },
]

it.each(places)('Stop $at', async ({ begin }) => {
  const stop = new AbortController()
  const turn = () => new Promise((next) => setImmediate(next))
  let closed: Promise<void> | undefined
  let settled = false
  let settledAtOnce = false
  server = await openFaultServer(async (exchange) => {
    closed = exchange.closed
    begin(exchange)
    // The bytes are on their way to the client.
    await turn()
    await turn()
    stop.abort()
    await turn()
    settledAtOnce = settled
  })
  const { end, heard } = await callOnce(clientFor(server.url), {}, stop.signal)
  settled = true
  await closed
  expect(settledAtOnce).toBe(true)
  expect(end).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
  expect(heard.retries).toEqual([])
})

it('Stop while it waits for the next try', async () => {
  const stop = new AbortController()
  server = await openFaultServer(({ response }) => refuse(response, 503, { message: 'busy' }))
  const profile = profileFor(server.url)
  const client = createModelClient({
    profileOf: () => profile,
    keyOf: () => Promise.resolve(null),
    clock: { now: () => 0, elapsed: () => 0 },
    random: () => 0,
    wait: () => {
      stop.abort()
      return new Promise(() => undefined)
    },
  })
  const { end } = await callOnce(client, {}, stop.signal)
  expect(end).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
  expect(server.received).toHaveLength(1)
})

it('Stop while the keychain asks, and before the call: nothing is sent', async () => {
  server = await openFaultServer(() => undefined)
  const profile = profileFor(server.url)
  const stop = new AbortController()
  const client = createModelClient({
    profileOf: () => profile,
    keyOf: () => {
      queueMicrotask(() => stop.abort())
      return new Promise(() => undefined)
    },
    clock: { now: () => 0, elapsed: () => 0 },
    random: () => 0,
    wait: async () => 'over',
  })
  expect((await callOnce(client, {}, stop.signal)).end).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
  expect((await callOnce(client, {}, stop.signal)).end).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
  expect(server.received).toHaveLength(0)
})

it('a profile that is gone is told, and nothing is sent', async () => {
  server = await openFaultServer(() => undefined)
  const client = clientFor(server.url)
  const end = await client.call(
    { ...bound, profileId: 'gone', profileName: 'Old' },
    { role: 'x', messages: [], tools: [], toolChoice: 'auto', stop: [], stopAfterCalls: 0, temperature: null },
    { onDelta: () => {}, onCallDelta: () => {}, onRetry: () => {} },
    new AbortController().signal,
  )
  expect(end).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
})
