import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CuttingServer, openCuttingServer } from '../kit/model-server/cutting-server.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import { done, event, say } from '../kit/model-server/model-fault-server.ts'

// T9: however the network cuts the bytes, and whichever line ends and comments a server sends, the answer is the same.

let server: CuttingServer
beforeAll(async () => {
  server = await openCuttingServer()
})
afterAll(() => server.close())

const text = 'Grüße 👩‍💻 \u2028 “ok” — data: [DONE]\n\n'
const path = '{"path":"ordner/größe 👋.js"}'
const stream = (end: string, comment: string) =>
  Buffer.from(
    [
      comment,
      say.role(),
      say.reasoning('hm — ümlaut 🤔'),
      ...Array.from(text, (each) => say.text(each)),
      comment,
      say.call(0, 'a', 'read_file', path.slice(0, 18)),
      say.more(0, path.slice(18)),
      event({ choices: null }),
      say.finish('tool_calls'),
      say.usage(1, 2),
      done,
    ]
      .join('')
      .replaceAll('\n', end),
  )

it('any cut of the bytes gives the same answer', async () => {
  const client = clientFor(server.url)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', ': keep-alive\n\n', ': OPENROUTER PROCESSING\n\n', '\ufeff'),
      fc.array(fc.nat(), { maxLength: 12 }),
      async (end, comment, places) => {
        const bytes = stream(end, comment)
        const cuts = [...new Set(places.map((offset) => offset % bytes.length))].sort((a, b) => a - b)
        server.next = { bytes, cuts }
        const { end: answer, heard } = await callOnce(client)
        if (!answer.ok) throw new Error(answer.failure.message)
        expect(answer.reply.message).toEqual({
          role: 'assistant',
          text,
          reasoning: 'hm — ümlaut 🤔',
          toolCalls: [{ id: 'a', tool: 'read_file', arguments: path, complete: true }],
        })
        expect(heard.text.join('')).toBe(text)
        expect(heard.retries).toEqual([])
      },
    ),
    { numRuns: 120 },
  )
})

it('each single byte alone gives the same answer', async () => {
  const bytes = stream('\n', '')
  server.next = { bytes, cuts: Array.from({ length: 900 }, (_, index) => index + 400) }
  const { end } = await callOnce(clientFor(server.url))
  expect(end).toMatchObject({ ok: true, reply: { message: { text } } })
})

it('cut short anywhere, it is never a finished answer with a complete call', async () => {
  const client = clientFor(server.url)
  const bytes = stream('\n', '')
  const finish = bytes.indexOf('"finish_reason":"tool_calls"')
  await fc.assert(
    fc.asyncProperty(fc.nat(finish - 1), async (length) => {
      server.next = { bytes: bytes.subarray(0, length), cuts: [] }
      const { end } = await callOnce(client)
      expect(end.ok).toBe(false)
      if (!end.ok) expect(['model-cut-off', 'model-malformed']).toContain(end.failure.kind)
    }),
    { numRuns: 80 },
  )
})
