import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { decide } from '../../../src-main/tools/gate.ts'
import { fetchPageTool } from '../../../src-main/tools/web/fetch-page.ts'
import { getPage, type WebPorts, webPorts } from '../../../src-main/tools/web/get-page.ts'
import { toolBench } from '../tool-kit.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server on loopback, which the tests allow as if it were on the internet. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { port, url: (path = '/') => new URL(`http://pages.test:${port}${path}`) }
}
const allowed: WebPorts = { resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' }
const open = new AbortController().signal
const html =
  (text: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  }

describe('getPage', () => {
  it('sends the address and nothing about the user', async () => {
    const seen: unknown[] = []
    const { url } = await serve((request, response) => {
      seen.push([request.method, request.url, Object.keys(request.headers).sort()])
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Hello')
    })
    const page = await getPage(url('/a?b=c'), open, allowed)
    expect(page).toMatchObject({ kind: 'page', type: 'text/plain', text: 'Hello', cut: false })
    expect(seen).toEqual([['GET', '/a?b=c', ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']]])
  })

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://169.254.169.254/latest',
  ])('does not ask %s for anything', async (address) => {
    const page = await getPage(new URL(address), open)
    expect(page).toMatchObject({ kind: 'failed', why: expect.stringContaining('private network') })
  })

  it('refuses a name if any of its addresses is private, and looks it up once', async () => {
    let looked = 0
    const { url } = await serve(html('secret'))
    const resolve = async () => (++looked === 1 ? ['93.184.215.14', '127.0.0.1'] : ['93.184.215.14'])
    const page = await getPage(url(), open, { ...webPorts, resolve })
    expect(page).toMatchObject({ kind: 'failed', why: expect.stringContaining('private network') })
    expect(looked).toBe(1)
  })

  it('connects to the very address that was looked at, whatever the name means later', async () => {
    const { url } = await serve(html('here'))
    const page = await getPage(url(), open, allowed)
    expect(page).toMatchObject({ kind: 'page', url: url().href, text: 'here' })
  })

  it('follows redirects on the same host, and names another host instead of asking it', async () => {
    const { url } = await serve((request, response) => {
      const to = request.url === '/one' ? '/two' : request.url === '/two' ? 'https://other.test/x' : '/one'
      response.writeHead(302, { location: to }).end()
    })
    expect(await getPage(url('/one'), open, allowed)).toEqual({ kind: 'elsewhere', url: 'https://other.test/x' })
  })

  it('does not follow a redirect from https to http, not even on the same host (T20)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stratagem-tls-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
    const names = ['-subj', '/CN=pages.test', '-addext', 'subjectAltName=DNS:pages.test']
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names]
    await promisify(execFile)('openssl', made)
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, await readFile(cert, 'utf8')])
    closing.push(async () => setDefaultCACertificates(before))
    const server = createSecureServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
      const to = request.url === '/one' ? '/two' : `http://${request.headers.host}/plain`
      response.writeHead(302, { location: to }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())))
    const address = server.address()
    const at = `pages.test:${typeof address === 'object' ? address?.port : 0}`
    const page = await getPage(new URL(`https://${at}/one`), open, allowed)
    expect(page).toEqual({ kind: 'elsewhere', url: `http://${at}/plain` })
  })

  it.each([
    [
      'a redirect to itself',
      (_: unknown, response: ServerResponse) => response.writeHead(301, { location: '/' }).end(),
      'redirects more than',
    ],
    [
      'a redirect to a file',
      (_: unknown, response: ServerResponse) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
      'no web page',
    ],
    ['an error', (_: unknown, response: ServerResponse) => response.writeHead(503).end('no'), 'status 503'],
    [
      'an image',
      (_: unknown, response: ServerResponse) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      'is not text: image/png',
    ],
    ['no type', (_: unknown, response: ServerResponse) => response.writeHead(200).end('x'), 'its type is not given'],
    ['a broken line', (_: unknown, response: ServerResponse) => response.destroy(), "can't be read"],
  ] as const)('says in a sentence what %s is', async (_, listener, why) => {
    const { url } = await serve(listener)
    expect(await getPage(url(), open, allowed)).toMatchObject({ kind: 'failed', why: expect.stringContaining(why) })
  })

  it('reads 5 MB of an endless page, and closes the connection', async () => {
    const closed = new Promise<void>((resolve) => {
      void serve((request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        const more = () => response.write('x'.repeat(65_536), (error) => error ?? more())
        more()
        request.on('close', resolve)
      }).then(async ({ url }) => {
        const page = await getPage(url(), open, allowed)
        expect(page).toMatchObject({ kind: 'page', cut: true })
        expect(page.kind === 'page' && page.text.length).toBe(5_000_000)
      })
    })
    await closed
  })

  it('ends at once when it is stopped', async () => {
    const { url } = await serve(() => {})
    const stop = new AbortController()
    const page = getPage(url(), stop.signal, allowed)
    stop.abort()
    await expect(page).rejects.toThrow()
  })
})

describe('the tool', () => {
  const bench = () => toolBench({}, { others: [fetchPageTool(allowed)] })

  it('gives a page as text: headings, lists, tables and links, without scripts and navigation', async () => {
    const { url } = await serve(
      html(`<html><head><title>T</title><style>p{}</style></head><body><nav>Menu</nav><main><h1>Install</h1>
        <p>Read <a href="/docs">the docs</a>.</p><ul><li>one</li><li>two</li></ul><script>evil()</script>
        <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></main><footer>Foot</footer></body></html>`),
    )
    const { result } = await (await bench()).run('fetch_page', { url: url().href })
    expect(result.ok).toBe(true)
    for (const part of ['Install', 'the docs [/docs]', '* one', '* two', 'A   B', '1   2'])
      expect(result.text).toContain(part)
    for (const part of ['Menu', 'evil', 'Foot', 'p{}']) expect(result.text).not.toContain(part)
  })

  it('gives a long page in parts', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${'a'.repeat(30_000)}${'b'.repeat(10)}`)
    })
    const { run } = await bench()
    expect((await run('fetch_page', { url: url().href })).result.text).toContain(
      '[… 10 more characters. Go on with offset 30000.]',
    )
    expect((await run('fetch_page', { url: url().href, offset: 30_000 })).result.text).toBe('b'.repeat(10))
  })

  it.each(['ftp://a.test/', 'file:///etc/passwd', 'javascript:1', 'a.test', 'https://user:pass@a.test/'])(
    'refuses %s before anything is asked',
    async (url) => {
      const { result } = await (await bench()).run('fetch_page', { url })
      expect(result).toMatchObject({ ok: false })
    },
  )

  it('asks about each host, in “everything” too, and a rule holds for the host', () => {
    const call = {
      tool: 'fetch_page',
      effect: 'command',
      subject: 'https://a.test/x',
      key: 'https://a.test',
      leaves: true,
      writes: [],
    } as const
    const rule = { tool: 'fetch_page', pattern: 'https://a.test' }
    expect(decide(call, 'everything', [])).toEqual({ kind: 'ask', rule })
    expect(decide(call, 'ask', [rule]).kind).toBe('allow')
    expect(decide({ ...call, subject: 'https://b.test/', key: 'https://b.test' }, 'everything', [rule]).kind).toBe(
      'ask',
    )
    expect(decide(call, 'everything', [{ ...rule, pattern: 'https://a.test/*', decision: 'deny' }]).kind).toBe('refuse')
  })
})
