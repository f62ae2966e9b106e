import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CuttingServer, openCuttingServer } from '../kit/model-server/cutting-server.ts'
import { dialects } from '../kit/model-server/dialects.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'

// T9, in every API: however the network cuts the bytes, the answer is the same, and half an answer is none.

let server: CuttingServer
beforeAll(async () => {
  server = await openCuttingServer()
})
afterAll(() => server.close())

describe.each(dialects)('in $api', ({ api, events, finishedAt }) => {
  const bytes = Buffer.from(events.join(''))
  const finished = Buffer.byteLength(events.slice(0, finishedAt - 1).join(''))

  it('any cut of the bytes gives the same answer', async () => {
    const client = clientFor(server.url, { profile: { api } })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length - 1), { maxLength: 12 }), async (places) => {
        server.next = { bytes, cuts: [...new Set(places)].sort((a, b) => a - b) }
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
        server.next = { bytes: bytes.subarray(0, length), cuts: [] }
        const { end } = await callOnce(client)
        expect(end.ok).toBe(false)
        if (!end.ok) expect(['model-cut-off', 'model-malformed']).toContain(end.failure.kind)
      }),
      { numRuns: 40 },
    )
  })
})
