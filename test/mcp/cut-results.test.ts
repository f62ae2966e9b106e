import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../src-main/mcp/connection.ts'
import { mcpTools } from '../../src-main/mcp/mcp-tools.ts'
import type { ToolServices } from '../../src-main/tools/tool.ts'

type Answering = (response: ServerResponse, text: string) => unknown

/** A server over HTTP whose first call of a tool is answered so, and whose others get their results. */
async function serverThatCuts(answering: Answering, readOnlyHint = false) {
  let calls = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method } = JSON.parse(Buffer.concat(parts).toString())
      if (id === undefined) return response.writeHead(202).end()
      const begun = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'c', version: '1' },
      }
      const tools = [{ name: 't', inputSchema: { type: 'object' }, annotations: { readOnlyHint } }]
      const done = { content: [{ type: 'text', text: `done ${'x'.repeat(500)}` }] }
      const result = { initialize: begun, 'tools/list': { tools }, 'tools/call': done }[String(method)] ?? {}
      const text = JSON.stringify({ jsonrpc: '2.0', id, result })
      if (method === 'tools/call' && ++calls === 1) return answering(response, text)
      return response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`
  const transport = { kind: 'http', url, headers: {} } as const
  const connection = openConnection({ ...transport, signIn: null }, '0', () => undefined)
  onTestFinished(() => connection.close())
  const [tool] = mcpTools(
    { name: 's', transport, enabled: true, off: [], reads: [] },
    await connection.list(),
    connection,
    new Set(),
    () => '',
  )
  const planned = await tool?.prepare({}, {} as ToolServices)
  if (planned?.ok !== true) throw new Error('the tool is not offered')
  const { signal } = new AbortController()
  const call = () =>
    planned.plan.perform({ signal, output: () => {}, owner: 'r', unseen: false, askUser: async () => '' })
  return { call, calls: () => calls }
}

const [json, events] = ['application/json', 'text/event-stream'].map((type) => ({ 'content-type': type }))
/** Sends a beginning, and breaks the connection. */
const broken = (response: ServerResponse, head: object | undefined, part: string) => {
  response.writeHead(200, { ...head }).write(part)
  setImmediate(() => response.destroy())
}
const cuts: readonly (readonly [string, Answering])[] = [
  [
    'a JSON text that breaks off',
    (to, text) => broken(to, { ...json, 'content-length': text.length }, text.slice(0, 200)),
  ],
  ['a JSON text without its end', (to, text) => to.writeHead(200, json).end(text.slice(0, 200))],
  ['a stream that breaks off', (to, text) => broken(to, events, `data: ${text.slice(0, 200)}`)],
  ['a stream that ends without the result', (to) => to.writeHead(200, events).end(': nothing\n\n')],
  ['a stream that can’t be resumed', (to) => broken(to, events, 'id: 1\ndata:\n\n')],
  ['no head', (to) => to.destroy()],
]

test.each(cuts)('of %s it is said that nothing is known of the call', async (_, answering) => {
  const { call, calls } = await serverThatCuts(answering)
  const end = await call()
  expect(end).toMatchObject({ ok: false, summary: 'interrupted, outcome unknown' })
  expect(end.text).toMatch(/^It is not known whether the server s did it: the connection ended before the whole res/)
  expect(calls()).toBe(1)
  expect(await call()).toMatchObject({ ok: true, text: expect.stringMatching(/^done/) })
})

test.each(cuts)('with %s a tool that only reads is called once more', async (_, answering) => {
  const { call, calls } = await serverThatCuts(answering, true)
  expect(await call()).toMatchObject({ ok: true, text: expect.stringMatching(/^done/) })
  expect(calls()).toBe(2)
})

test('what a server or a gateway answers is no broken connection', async () => {
  const refused = await serverThatCuts((to) => to.writeHead(500).end('no disk'), true)
  expect((await refused.call()).text).toMatch(/^The server s did not do it: .*no disk/)
  const lost = await serverThatCuts((to) => to.writeHead(504).end('<html>late</html>'), true)
  expect((await lost.call()).text).toMatch(/^It is not known whether the server s did it: a gateway .* status 504/)
  expect([refused.calls(), lost.calls()]).toEqual([1, 1])
})
