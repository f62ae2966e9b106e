import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { boundedFetch } from '../../../src-main/mcp/bounded-fetch.ts'

/** What the client gets of a real server's answer; a sentence if it is refused. */
async function got(type: string, parts: readonly string[]): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type })
    for (const part of parts) response.write(part)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return await boundedFetch()(`http://127.0.0.1:${port}/`)
    .then((response) => response.text())
    .catch((thrown: unknown) => String(thrown))
}

test('messages arrive as they were sent, whole or in events, however they are cut', async () => {
  expect(await got('application/json', ['{"a":', '"ü"}'])).toBe('{"a":"ü"}')
  const events = 'event: message\r\ndata: {"a":[1,2]}\r\n\r\ndata: {"b":"[[["}\n\n'
  expect(await got('text/event-stream', [...events])).toBe(events)
})

test.each([
  ['of too many values', `[${'1,'.repeat(600_000)}1]`, 'more than 500,000 values'],
  ['nested too deeply', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'nested too deeply'],
  ['that is too long', `"${'x'.repeat(11_000_000)}"`, 'too long'],
])('a message %s is refused before it is parsed', async (_, message, why) => {
  expect(await got('application/json', [message])).toContain(why)
  expect(await got('text/event-stream', [`data: ${message}`, '\n\n'])).toContain(why)
})

test('what looks like values in a text counts for nothing', async () => {
  const text = JSON.stringify({ text: `${'[,"\\'.repeat(300_000)}` })
  expect(await got('application/json', [text])).toBe(text)
})
