import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../kit/model-server/dialects.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import { type FaultServer, openFaultServer } from '../kit/model-server/model-fault-server.ts'

// T9, in every API: however the network cuts the bytes, the answer is the same, and half an answer is none.

let server: FaultServer
let next: { bytes: Buffer; cuts: readonly number[] } = { bytes: Buffer.alloc(0), cuts: [] }

beforeAll(async () => {
  server = await openFaultServer(async ({ response }) => {
    const { bytes, cuts } = next
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.socket?.setNoDelay(true)
    let from = 0
    for (const cut of [...cuts, bytes.length]) {
      response.write(bytes.subarray(from, cut))
      from = cut
      await new Promise((turn) => setImmediate(turn))
    }
    response.end()
  })
})
afterAll(() => server.close())

describe.each(dialects)('in $api', ({ api, events, finishedAt }) => {
  const bytes = Buffer.from(events.join(''))
  const finished = Buffer.byteLength(events.slice(0, finishedAt - 1).join(''))

  it('any cut of the bytes gives the same answer', async () => {
    const client = clientFor(server.url, { profile: { api } })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length - 1), { maxLength: 12 }), async (places) => {
        next = { bytes, cuts: [...new Set(places)].sort((a, b) => a - b) }
        const { end, heard } = await callOnce(client)
        if (!end.ok) throw new Error(end.failure.message)
        expect(end.reply.message).toMatchObject({ text: 'I will look.', reasoning: '' })
        expect(end.reply.message.toolCalls.map((call) => call.arguments)).toEqual([
          '{"path":"a.js"}',
          '{"command":"rm -rf build/cache"}',
        ])
        expect(heard.retries).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('cut short anywhere before its end, it is no answer', async () => {
    const client = clientFor(server.url, { profile: { api } })
    await fc.assert(
      fc.asyncProperty(fc.nat(finished), async (length) => {
        next = { bytes: bytes.subarray(0, length), cuts: [] }
        const { end } = await callOnce(client)
        expect(end.ok).toBe(false)
        if (!end.ok) expect(['model-cut-off', 'model-malformed']).toContain(end.failure.kind)
      }),
      { numRuns: 40 },
    )
  })
})
