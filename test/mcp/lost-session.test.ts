import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../src-main/mcp/connection.ts'

/** A server over HTTP that can forget its sessions, as one does that was restarted, and counts what it has done. */
async function forgetfulServer() {
  const sessions = new Set<string>()
  let [begun, done, isGone] = [0, 0, false]
  const server = createServer((request, response) => {
    const session = String(request.headers['mcp-session-id'] ?? '')
    if (request.method !== 'POST') return response.writeHead(405).end()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { id, method } = JSON.parse(Buffer.concat(parts).toString())
      if (isGone || (method !== 'initialize' && !sessions.has(session)))
        return response.writeHead(404).end('no session')
      if (id === undefined) return response.writeHead(202).end()
      const head: Record<string, string> = { 'content-type': 'application/json' }
      let result: unknown = {}
      if (method === 'initialize') {
        begun += 1
        head['mcp-session-id'] = `s${begun}`
        sessions.add(`s${begun}`)
        result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'f', version: '1' } }
      }
      if (method === 'tools/call') result = { content: [{ type: 'text', text: `done ${++done}` }] }
      return response.writeHead(200, head).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}/mcp`
  const connection = openConnection({ kind: 'http', url, headers: {}, signIn: null }, '0', () => {})
  onTestFinished(() => connection.close())
  const asked = { form: async () => ({ action: 'cancel' as const }), completed: () => {}, model: async () => null }
  const call = () =>
    connection.call('t', {}, { signal: new AbortController().signal, onProgress: () => {}, owner: 'r', asked } as never)
  return {
    call,
    forget: () => sessions.clear(),
    leave: () => {
      isGone = true
    },
    counts: () => ({ begun, done }),
  }
}

test('a call that meets a lost session is made in a new one, and done once', async () => {
  const { call, forget, counts } = await forgetfulServer()
  expect(await call()).toMatchObject({ result: { content: [{ text: 'done 1' }] } })
  forget()
  expect(await call()).toMatchObject({ result: { content: [{ text: 'done 2' }] } })
  expect(counts()).toEqual({ begun: 2, done: 2 })
})

test('calls at the same time share the new session', async () => {
  const { call, forget, counts } = await forgetfulServer()
  await call()
  forget()
  await Promise.all([call(), call(), call()])
  expect(counts()).toEqual({ begun: 2, done: 4 })
})

test('an address where nothing is any more is asked for a new session once, and the call fails', async () => {
  const { call, leave, counts } = await forgetfulServer()
  await call()
  leave()
  await expect(call()).rejects.toThrow()
  expect(counts()).toEqual({ begun: 1, done: 1 })
})
