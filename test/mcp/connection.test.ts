import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type McpConnection, openConnection } from '../../src-main/mcp/connection.ts'
import { mcpTools } from '../../src-main/mcp/mcp-tools.ts'
import type { ToolServices } from '../../src-main/tools/tool.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'

const script = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')

function connectTo(way: string, changed = () => {}): McpConnection {
  const program = { command: process.execPath, args: [script, way], env: {}, cwd: import.meta.dirname }
  const connection = openConnection({ kind: 'stdio', program: () => Promise.resolve(program) }, '0', changed)
  onTestFinished(() => connection.close())
  return connection
}

/** Refuses what is no image. */
const keepNone = (data: string): string => {
  if (data === 'AAAA') throw new FailureError({ kind: 'invalid-request', message: 'It is none.', advice: 'No.' })
  return 'a'.repeat(64)
}

const server: McpServer = {
  name: 'fake',
  transport: { kind: 'http', url: 'http://127.0.0.1', headers: {} },
  enabled: true,
  off: [],
  reads: ['add'],
}

/** What a call of the tool comes to, as the pipeline would make it. */
async function callOf(
  connection: McpConnection,
  tool: string,
  values: object = {},
  signal = new AbortController().signal,
  answer = '',
) {
  const tools = mcpTools(server, await connection.list(), connection, new Set(), keepNone)
  const found = tools.find(({ name }) => name.startsWith(`mcp__fake__${tool}`))
  const planned = await found?.prepare(values, {} as ToolServices)
  if (planned?.ok !== true) throw new Error('not prepared')
  const output: string[] = []
  const doing = {
    signal,
    output: (text: string) => output.push(text),
    owner: 'r',
    unseen: false,
    askUser: async () => answer,
  }
  return { plan: planned.plan, end: await planned.plan.perform(doing), output }
}

describe('a server over standard input and output', () => {
  test('its tools are listed and called; what it says it only reads is no fact', async () => {
    const connection = connectTo('good')
    expect(await connection.list()).toMatchObject([
      { name: 'add', saysReads: true },
      { name: 'write note' },
      {},
      {},
      {},
      {},
    ])
    const { plan, end } = await callOf(connection, 'add', { a: 2, b: 3 })
    expect(plan).toMatchObject({ effect: 'read', subject: 'add {"a":2,"b":3}' })
    expect(end).toMatchObject({ ok: true, text: '5', data: { sum: 5 } })
    expect((await callOf(connection, 'fail')).plan.effect).toBe('command')
  })

  test('an error that it reports is a failed call', async () => {
    expect((await callOf(connectTo('good'), 'fail')).end).toMatchObject({ ok: false, text: 'no such thing' })
  })

  test('a server that dies in a call fails that call, and is there again for the next', async () => {
    const connection = connectTo('good')
    const { end } = await callOf(connection, 'die')
    expect(end).toMatchObject({ ok: false, summary: 'interrupted, outcome unknown' })
    expect((await callOf(connection, 'add', { a: 1, b: 1 })).end.text).toBe('2')
  })

  test('a stop ends a call that goes on; until then its progress is shown', async () => {
    const stop = new AbortController()
    const connection = connectTo('good')
    const tools = mcpTools(server, await connection.list(), connection, new Set(), keepNone)
    const planned = await tools.find(({ name }) => name.endsWith('slow'))?.prepare({}, {} as ToolServices)
    if (planned?.ok !== true) throw new Error('not prepared')
    const output = (text: string) => {
      expect(text).toBe('still at it\n')
      stop.abort()
    }
    const doing = { signal: stop.signal, output, owner: 'r', unseen: false, askUser: async () => '' }
    expect(await planned.plan.perform(doing)).toMatchObject({ ok: false, summary: 'stopped' })
  })

  test('a page that the user opened is said to be done with, once the server says so', async () => {
    const connection = connectTo('asking')
    const opened = await callOf(connection, 'visit', {}, undefined, 'Opened')
    expect(opened.output).toEqual(['The server says that you are done at accounts.example.\n'])
    const declined = await callOf(connection, 'visit', {}, undefined, 'Decline')
    expect(declined.end).toMatchObject({ text: '{"action":"decline"}' })
    expect(declined.output).toEqual([])
    // The call is not made again while the page is not opened.
    expect((await callOf(connection, 'locked', {}, undefined, 'Decline')).end).toMatchObject({ ok: false })
  })
  test('a server that reports other tools is asked for them again', async () => {
    let connection = connectTo('good')
    const promise = new Promise<void>((resolve) => {
      connection = connectTo('growing', resolve)
    })
    expect(await connection.list()).toHaveLength(1)
    await callOf(connection, 'add', { a: 1, b: 1 })
    await promise
    expect((await connection.list()).map(({ name }) => name)).toEqual(['add', 'new-1'])
  })

  test('lines that are no messages are passed over', async () => {
    expect(await connectTo('junk').list()).toHaveLength(6)
  })

  test('a program that can’t start is told with its last words', async () => {
    const connection = connectTo('exit')
    await expect(connection.list()).rejects.toThrow()
    expect(connection.errors()).toContain('no license')
    const missing = { command: '/nowhere/at-all', args: [], env: {}, cwd: '/' }
    const none = openConnection({ kind: 'stdio', program: () => Promise.resolve(missing) }, '0', () => {})
    await expect(none.list()).rejects.toThrow('ENOENT')
  })

  test('a flood of tools and words is cut, and what is no tool is left out (T41)', async () => {
    const loud = await connectTo('flood').list()
    expect(loud).toHaveLength(200)
    expect(loud[0]?.description.length).toBeLessThan(5000)
    const wrong = connectTo('wrong')
    expect(await wrong.list()).toEqual([])
    expect(wrong.leftOut()).toMatch(/^These of its tools can’t be offered: one without a name \(/)
    expect((await connectTo('odd').list()).map(({ name, schema }) => [name, schema])).toEqual([
      ['fine', '{"type":"object"}'],
    ])
  })
})

test('a server over HTTP gets the headers of its settings, and one that is gone fails the call', async () => {
  const heard: (string | undefined)[] = []
  const listening = createServer((request, response) => {
    heard.push(request.headers.authorization)
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      const { id, method, params } = body === '' ? { id: null, method: '', params: {} } : JSON.parse(body)
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'h', version: '1' },
        },
        'tools/list': { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] },
        'tools/call': {
          content: [
            { type: 'image', mimeType: 'image/png', data: 'AAAA' },
            { type: 'text', text: 'hi' },
          ],
        },
      }
      const result = results[method]
      if (result === undefined || id === undefined) return void response.writeHead(method === '' ? 405 : 202).end()
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()))
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : 0
  const target = {
    kind: 'http',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: { Authorization: 'Bearer t' },
    signIn: null,
  } as const
  const connection = openConnection(target, '0', () => {})
  onTestFinished(() => connection.close())
  expect((await callOf(connection, 'hello')).end.text).toBe('[An image that was left out. It is none.]\nhi')
  expect(new Set(heard)).toEqual(new Set(['Bearer t']))
  const tools = mcpTools(server, await connection.list(), connection, new Set(), keepNone)
  listening.closeAllConnections()
  await new Promise((resolve) => listening.close(resolve))
  const planned = await tools[0]?.prepare({}, {} as ToolServices)
  if (planned?.ok !== true) throw new Error('not prepared')
  const doing = {
    signal: new AbortController().signal,
    output: () => {},
    owner: 'r',
    unseen: false,
    askUser: async () => '',
  }
  expect(await planned.plan.perform(doing)).toMatchObject({ ok: false, summary: 'interrupted, outcome unknown' })
})
