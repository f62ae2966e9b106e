import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConnection } from '../../../src-main/mcp/connection.ts'
import { fetchAsUser } from '../../../src-main/network/fetch-as-user.ts'
import { proxyFor } from '../../../src-main/network/proxy-for.ts'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

/** A handler of requests that may wait. */
const waiting =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response)

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A proxy that passes everything on to one port of this computer, and what it was asked for. */
async function proxyTo(port: number, status = 200) {
  const asked: string[] = []
  const server = createServer(
    waiting(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
      const body = await text(request)
      const { pathname } = new URL(request.url ?? '')
      const init = { method: request.method ?? 'GET', headers: { 'content-type': 'application/json' } }
      const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, ...(body !== '' && { body }) })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(await answer.text())
    }),
  )
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} no\r\n\r\n`)
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
    through.on('error', () => socket.destroy())
    socket.on('error', () => through.destroy())
  })
  return { url: `http://a%20user:pass@127.0.0.1:${await listening(server)}`, asked }
}

/** A certificate of one's own for a name, as files. */
async function certificateFor(name: string) {
  const folder = await temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const asked = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ]
  execFileSync('openssl', asked, { stdio: 'ignore' })
  return { cert, options: { key: await readFile(key), cert: await readFile(cert) } }
}

const signed = `Basic ${Buffer.from('a user:pass').toString('base64')}`

async function said(baseUrl: string, environment: Record<string, string>, more: readonly string[] = []) {
  const project = await temporaryProject({ 'a.txt': 'a' })
  const at = ['--project', project.folder, '--base-url', baseUrl, '--model', 'm']
  const run = ['run', ...at, '--strategy', 'chat', ...more, 'Hi.']
  const none = { NO_PROXY: '', no_proxy: '', http_proxy: '', https_proxy: '' }
  return command(await temporaryFolder(), run, { OPENAI_API_KEY: 'k', ...none, ...environment })
}

test('models are reached through the proxy of the environment, and those of this computer never', async () => {
  const server = await hostModelServer(() => ({ text: 'By way of it.' }))
  const proxy = await proxyTo(Number(new URL(server.url).port))
  const environment = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }
  const away = await said('http://models.example.com/v1', environment)
  expect(away.out).toContain('By way of it.')
  expect(proxy.asked).toEqual([`POST http://models.example.com/v1/chat/completions ${signed}`])
  const here = await said(server.url.replace('127.0.0.1', 'localhost'), environment)
  expect(here.out).toContain('By way of it.')
  const excepted = await said('http://models.example.invalid/v1', { ...environment, NO_PROXY: '.example.invalid' })
  expect(excepted.code).not.toBe(0)
  expect(proxy.asked).toHaveLength(1)
})

test('an encrypted connection goes through a tunnel, and is trusted as the system says', async () => {
  const plain = await hostModelServer(() => ({ text: 'Through the tunnel.' }))
  const { cert, options } = await certificateFor('models.example.com')
  const port = await listening(
    createSecureServer(
      options,
      waiting(async (request, response) => {
        const body = await text(request)
        const answer = await fetch(new URL(request.url ?? '', plain.url), { method: 'POST', body })
        response.writeHead(answer.status, { 'content-type': 'text/event-stream' })
        response.end(await answer.text())
      }),
    ),
  )
  const proxy = await proxyTo(port)
  const environment = { HTTPS_PROXY: proxy.url }
  const trusted = await said('https://models.example.com/v1', { ...environment, SSL_CERT_FILE: cert })
  expect(trusted.out).toContain('Through the tunnel.')
  expect(proxy.asked).toEqual([`CONNECT models.example.com:443 ${signed}`])
  const strange = await said('https://models.example.com/v1', { ...environment, SSL_CERT_FILE: '/dev/null' })
  expect(strange.error).toContain('certificate is not trusted')
})

test('a proxy that refuses is named', async () => {
  const proxy = await proxyTo(1, 403)
  const { error } = await said('https://models.example.com/v1', { HTTPS_PROXY: proxy.url })
  expect(error).toContain('The proxy that your environment names does not connect')
})

test('what MCP servers, sign-ins and webhooks are asked goes through the proxy, too', async () => {
  const echo = createServer(
    waiting(async (request, response) => {
      response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere', 'x-own': 'yes' })
      response.end(`got ${await text(request)}`)
    }),
  )
  const proxy = await proxyTo(await listening(echo))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  vi.stubEnv('http_proxy', '')
  vi.stubEnv('no_proxy', '')
  vi.stubEnv('NO_PROXY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const answer = await fetchAsUser('http://hooks.example.com/post', { method: 'POST', body: 'this', redirect: 'error' })
  expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([200, 'yes', 'got this'])
  expect(proxy.asked).toEqual([`POST http://hooks.example.com/post ${signed}`])
  const stop = fetchAsUser('http://hooks.example.com/post', { signal: AbortSignal.abort() })
  await expect(stop).rejects.toThrow(/abort/i)
})

test('traces go to their collector through the proxy', async () => {
  const received: string[] = []
  const take = waiting(async (request, response) => {
    received.push(`${request.url} ${(await text(request)).slice(0, 17)}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const plain = await proxyTo(await listening(createServer(take)))
  const { cert, options } = await certificateFor('traces.example.com')
  const tunnel = await proxyTo(await listening(createSecureServer(options, take)))
  const server = await hostModelServer(() => ({ text: 'Traced.' }))
  const environment = { HTTP_PROXY: plain.url, HTTPS_PROXY: tunnel.url, SSL_CERT_FILE: cert }
  for (const collector of ['http://traces.example.com:4318', 'https://traces.example.com'])
    expect((await said(server.url, environment, ['--otlp', collector])).out).toContain('Traced.')
  expect(new Set(plain.asked)).toEqual(new Set([`POST http://traces.example.com:4318/v1/traces ${signed}`]))
  expect(new Set(tunnel.asked)).toEqual(new Set([`CONNECT traces.example.com:443 ${signed}`]))
  expect(new Set(received)).toEqual(new Set(['/v1/traces {"resourceSpans":']))
})

test('a server of tools is reached through the proxy', async () => {
  const server = createServer(
    waiting(async (request, response) => {
      const { id, method } = JSON.parse((await text(request)) || '{}')
      if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end()
      const begun = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'f', version: '1' },
      }
      const result = method === 'initialize' ? begun : { tools: [{ name: 'far', inputSchema: { type: 'object' } }] }
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }),
  )
  const proxy = await proxyTo(await listening(server))
  for (const [name, value] of Object.entries({ HTTP_PROXY: proxy.url, http_proxy: '', no_proxy: '', NO_PROXY: '' }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const url = 'http://tools.example.com/mcp'
  const connection = openConnection({ kind: 'http', url, headers: {}, signIn: null }, '0', () => undefined)
  onTestFinished(() => connection.close())
  expect((await connection.list()).map(({ name }) => name)).toEqual(['far'])
  expect(proxy.asked[0]).toBe(`POST ${url} ${signed}`)
})

test.each([
  ['https://a.example.com', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://a.example.com', { https_proxy: 'p:2', HTTPS_PROXY: 'http://p:1' }, 'http://p:2/'],
  ['http://a.example.com', { HTTPS_PROXY: 'http://p:1' }, null],
  ['http://a.example.com', { ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://a.example.com', { ALL_PROXY: 'socks5://p:1' }, null],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example.com' }, null],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.example.com' }, null],
  ['https://anexample.com', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example.com' }, 'http://p:1/'],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example.com:8443' }, 'http://p:1/'],
  ['https://10.1.2.3', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '10.0.0.0/8' }, null],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, null],
  ['https://localhost', { HTTPS_PROXY: 'http://p:1' }, null],
  ['http://[::1]:80', { HTTP_PROXY: 'http://p:1' }, null],
])('the proxy for %s with %j is %s', (address, environment, proxy) => {
  expect(proxyFor(new URL(address), environment)?.href ?? null).toBe(proxy)
})
