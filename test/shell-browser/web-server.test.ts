import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveBrowser } from '../../src-main/shell-browser/serve.ts'
import { temporaryFolder } from '../kit/host-open.ts'

interface Answered {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly body: string
}

/** A raw request: `fetch` would tidy the path, and sets headers of its own. */
function get(origin: string, path: string, headers: Record<string, string> = {}): Promise<Answered> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    asked.on('error', reject).end()
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
  const { origin, searchParams } = new URL(served.entry)
  return { root, served, origin, token: searchParams.get('token') ?? '' }
}

async function enter(origin: string, token: string): Promise<string> {
  const entered = await get(origin, `/?token=${token}`)
  expect(entered).toMatchObject({ status: 303, headers: { location: '/' } })
  const [cookie = ''] = [entered.headers['set-cookie'] ?? []].flat()
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Path=\//)
  return cookie.split(';')[0] ?? ''
}

test('the token is exchanged once for a cookie, and nothing is served without one', async () => {
  const { origin, token } = await openApp()
  expect((await get(origin, '/')).status).toBe(403)
  expect((await get(origin, '/assets/a.js')).status).toBe(403)
  expect((await get(origin, '/?token=wrong')).status).toBe(403)
  const cookie = await enter(origin, token)
  expect((await get(origin, `/?token=${token}`)).status).toBe(403)
  expect(await get(origin, '/', { cookie })).toMatchObject({ status: 200, body: expect.stringContaining('Stratagem') })
  expect((await get(origin, `/?token=${token}`, { cookie })).status).toBe(303)
})

test('every answer forbids scripts and content from elsewhere (T19, T20)', async () => {
  const { origin, token } = await openApp()
  const cookie = await enter(origin, token)
  for (const path of ['/', '/assets/a.js', '/nothing.html']) {
    const { headers } = await get(origin, path, { cookie })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data:;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test("no path leads out of the window's folder (T16)", async () => {
  const { origin, token } = await openApp()
  const cookie = await enter(origin, token)
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
    const answered = await get(origin, path, { cookie })
    expect(answered.body).not.toContain('outside')
    expect([400, 403, 404]).toContain(answered.status)
  }
})

test('another host name or another site is refused, also for the socket (T21)', async () => {
  const { origin, token } = await openApp()
  const cookie = await enter(origin, token)
  expect((await get(origin, '/', { cookie, host: 'evil.example' })).status).toBe(403)
  expect((await get(origin, '/', { cookie, origin: 'http://evil.example' })).status).toBe(403)
  const opened = (headers: Record<string, string>, path = '/host') =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers })
      socket.on('open', () => resolve('open'))
      socket.on('error', (error) => resolve(error.message))
      onTestFinished(() => socket.terminate())
    })
  expect(await opened({ cookie, origin: 'http://evil.example' })).toContain('403')
  expect(await opened({ origin })).toContain('403')
  expect(await opened({ cookie })).toContain('403')
  expect(await opened({ cookie, origin }, '/other')).toContain('404')
  expect(await opened({ cookie, origin })).toBe('open')
})

test('a window asks and follows over the socket; one that floods it is cut off', async () => {
  const { origin, token } = await openApp()
  const cookie = await enter(origin, token)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/host`, { headers: { cookie, origin } })
  onTestFinished(() => socket.terminate())
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.on('open', resolve))
  socket.send(JSON.stringify({ kind: 'subscribe', subscription: 1, topic: { kind: 'host' } }))
  socket.send(JSON.stringify({ kind: 'request', id: 1, method: 'host-info', params: {} }))
  await expect
    .poll(() => heard)
    .toMatchObject([
      { kind: 'reply', id: 1, reply: { ok: true, value: { shell: 'browser', keyStorage: { kind: 'session' } } } },
    ])
  socket.send(JSON.stringify({ kind: 'request', id: 2, method: 'settings-write', params: { theme: 'dark' } }))
  await expect
    .poll(() => heard.slice(1))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'stream', message: expect.objectContaining({ topic: 'host', batch: 0 }) }),
      ]),
    )
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
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
