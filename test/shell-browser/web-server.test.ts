import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { serveBrowser } from '../../src-main/shell-browser/serve.ts'
import { closeUnlessKnown } from '../../src-main/shell-browser/socket.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'

interface Answered {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly body: string
}

/** A raw request: `fetch` would tidy the path, and sets headers of its own. */
function get(origin: string, path: string, headers: Record<string, string> = {}): Promise<Answered> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

async function openApp() {
  const root = await temporaryFolder()
  await mkdir(join(root, 'out', 'renderer', 'assets'), { recursive: true })
  await writeFile(join(root, 'out', 'renderer', 'index.html'), '<!doctype html><title>Stratagem</title>')
  await writeFile(join(root, 'out', 'renderer', 'assets', 'a.js'), 'export {}')
  await writeFile(join(root, 'out', 'secret.html'), 'outside')
  const served = await serveBrowser({
    dataFolder: join(root, 'data'),
    root,
    version: '0.0.0',
    port: 0,
    openProject: null,
  })
  if (served.kind !== 'serving') throw new Error('it did not serve')
  onTestFinished(served.close)
  const { origin, hash } = new URL(served.entry)
  return { root, served, origin, token: hash.replace('#token=', '') }
}

interface Socket {
  readonly heard: unknown[]
  /** The code it was closed with, or why it was not opened. */
  readonly closed: Promise<number | string>
  send(message: unknown): void
}

/** A socket as any program can open it: with whatever headers, and a first message of its choice. */
function openSocket(origin: string, headers: Record<string, string>, path = '/host'): Promise<Socket | string> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers })
  onTestFinished(() => socket.terminate())
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return new Promise((resolve) => {
    socket.on('open', () => resolve({ heard, closed, send }))
    socket.on('error', (error) => resolve(error.message))
  })
}

async function socketOf(origin: string): Promise<Socket> {
  const socket = await openSocket(origin, { origin })
  if (typeof socket === 'string') throw new Error(socket)
  return socket
}

const session = (options: { token?: string | null; secret?: string | null }) => ({
  kind: 'session',
  token: null,
  secret: null,
  ...options,
})

async function enter(origin: string, token: string): Promise<{ readonly socket: Socket; readonly secret: string }> {
  const socket = await socketOf(origin)
  socket.send(session({ token }))
  await expect.poll(() => socket.heard).toMatchObject([{ kind: 'session-open' }])
  const { secret } = z.object({ secret: z.string() }).parse(socket.heard.shift())
  return { socket, secret }
}

const anything = { kind: 'request', id: 1, method: 'settings-write', params: { theme: 'dark' } }
const refused = [{ kind: 'session-refused' }]

test('the token opens the session once; after that only the secret does (T34)', async () => {
  const { origin, token } = await openApp()
  const { secret } = await enter(origin, token)
  for (const wrong of [
    session({ token }),
    session({ token: secret }),
    session({ secret: token }),
    session({ secret: `${secret}x` }),
    session({ secret: secret.slice(1) }),
    session({ token: '', secret: '' }),
    session({}),
    anything,
    { ...session({ secret }), kind: 'request' },
    'no JSON',
    ' '.repeat(100_000),
  ]) {
    const socket = await socketOf(origin)
    socket.send(wrong)
    socket.send(anything)
    expect(await socket.closed, JSON.stringify(wrong).slice(0, 100)).toBe(4403)
    expect(socket.heard).toEqual(refused)
  }
  const second = await socketOf(origin)
  second.send(session({ secret }))
  await expect.poll(() => second.heard).toEqual([{ kind: 'session-open', secret }])
})

test('a page that is known uses a token up all the same', async () => {
  const { origin, token } = await openApp()
  const { secret } = await enter(origin, token)
  const other = await openApp()
  expect((await enter(other.origin, other.token)).secret).not.toBe(secret)
  const stale = await socketOf(other.origin)
  stale.send(session({ token: other.token, secret }))
  expect(await stale.closed).toBe(4403)
})

test('nothing that a browser sends by itself opens anything: no cookie is set, none is heeded (T34)', async () => {
  const { origin, token } = await openApp()
  const { secret } = await enter(origin, token)
  for (const path of ['/', `/?token=${token}`, '/assets/a.js', '/nothing', '/host'])
    expect((await get(origin, path)).headers['set-cookie']).toBeUndefined()
  const port = new URL(origin).port
  const cookie = `stratagem_${port}=${secret}; stratagem-session=${secret}`
  const socket = await openSocket(origin, { origin, cookie, authorization: `Bearer ${secret}` })
  if (typeof socket === 'string') throw new Error(socket)
  socket.send(anything)
  expect(await socket.closed).toBe(4403)
  expect(socket.heard).toEqual(refused)
})

test('the socket is all that gives data: every address gives a file of the window or nothing', async () => {
  const { origin, token } = await openApp()
  expect(await get(origin, `/?token=${token}`)).toMatchObject({ status: 200 })
  expect((await get(origin, '/host')).status).toBe(404)
  expect((await get(origin, '/settings.json')).status).toBe(404)
  // A token in the address is no token: only what follows `#` is one, which no request holds.
  await enter(origin, token)
})

test('sockets that say nothing are closed, and do not fill up the server', async () => {
  const { origin } = await openApp()
  const silent = await Promise.all(Array.from({ length: 40 }, () => openSocket(origin, { origin })))
  expect(silent.filter((each) => typeof each === 'string')).toEqual(Array(8).fill('Unexpected server response: 503'))
  const [first] = silent
  if (first === undefined || typeof first === 'string') throw new Error('not open')
  first.send('nonsense')
  expect(await first.closed).toBe(4403)
  await expect.poll(async () => typeof (await openSocket(origin, { origin }))).toBe('object')
})

test('a socket that stays silent is closed after a while, one that is known is not', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const closed: unknown[] = []
  closeUnlessKnown({ close: (code) => closed.push(code) })
  closeUnlessKnown({ close: () => closed.push('known') })()
  vi.advanceTimersByTime(9_999)
  expect(closed).toEqual([])
  vi.advanceTimersByTime(100_000)
  expect(closed).toEqual([4403])
})

test('every answer forbids scripts and content from elsewhere, and frames elsewhere (T19, T20)', async () => {
  const { origin } = await openApp()
  for (const path of ['/', '/assets/a.js', '/nothing.html']) {
    const { headers } = await get(origin, path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data:;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test("no path leads out of the window's folder (T16)", async () => {
  const { origin } = await openApp()
  const paths = [
    '/../secret.html',
    '/assets/../../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/..%5csecret.html',
    '//secret.html',
    '/%00',
    '/assets',
    '/%',
    '/index.html/../../secret.html',
  ]
  for (const path of paths) {
    const answered = await get(origin, path)
    expect(answered.body).not.toContain('outside')
    expect([400, 403, 404]).toContain(answered.status)
  }
})

test('another host name or another site is refused, also for the socket (T21)', async () => {
  const { origin } = await openApp()
  const port = new URL(origin).port
  expect((await get(origin, '/', { host: 'evil.example' })).status).toBe(403)
  expect((await get(origin, '/', { host: `evil.example:${port}` })).status).toBe(403)
  expect((await get(origin, '/', { origin: 'http://evil.example' })).status).toBe(403)
  expect((await get(origin, '/', { origin: 'http://127.0.0.1:1' })).status).toBe(403)
  expect((await get(origin, '/', { origin: 'null' })).status).toBe(403)
  expect(await openSocket(origin, { origin: 'http://evil.example' })).toContain('403')
  expect(await openSocket(origin, { origin: 'http://127.0.0.1:1' })).toContain('403')
  expect(await openSocket(origin, {})).toContain('403')
  expect(await openSocket(origin, { origin, host: 'evil.example' })).toContain('403')
  expect(await openSocket(origin, { origin }, '/other')).toContain('404')
  expect(typeof (await openSocket(origin, { origin }))).toBe('object')
})

test('a window asks and follows over the socket; one that floods it is cut off', async () => {
  const { origin, token } = await openApp()
  const { socket } = await enter(origin, token)
  const { heard, closed } = socket
  socket.send({ kind: 'subscribe', subscription: 1, topic: { kind: 'host' } })
  socket.send({ kind: 'request', id: 1, method: 'host-info', params: {} })
  await expect
    .poll(() => heard)
    .toMatchObject([
      { kind: 'reply', id: 1, reply: { ok: true, value: { shell: 'browser', keyStorage: { kind: 'session' } } } },
    ])
  socket.send({ kind: 'request', id: 2, method: 'settings-write', params: { theme: 'dark' } })
  await expect
    .poll(() => heard.slice(1))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'stream', message: expect.objectContaining({ topic: 'host', batch: 0 }) }),
      ]),
    )
  for (let i = 0; i < 5000; i++) socket.send('x')
  expect(await closed).toBe(1008)
})

test('a second one on the same data folder says where the first is', async () => {
  const { root, origin } = await openApp()
  const second = await serveBrowser({
    dataFolder: join(root, 'data'),
    root,
    version: '0.0.0',
    port: 0,
    openProject: null,
  })
  expect(second).toEqual({ kind: 'elsewhere', other: { shell: 'browser', url: origin } })
})

test('a port that is taken is told in words', async () => {
  const { root, origin } = await openApp()
  const taken = serveBrowser({
    dataFolder: join(root, 'other'),
    root,
    version: '0.0.0',
    port: Number(new URL(origin).port),
    openProject: null,
  })
  await expect(taken).rejects.toMatchObject({ failure: { kind: 'busy', advice: expect.stringContaining('--port') } })
})
