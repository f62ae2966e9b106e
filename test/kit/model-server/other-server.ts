import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { Page } from '@playwright/test'
import WebSocket from 'ws'

/**
 * A hostile server on 127.0.0.1, such as a project's dev server or another user's: it uses everything that browsers
 * send to it.
 */
export interface OtherServer {
  readonly origin: string
  /** The headers and address of each request. */
  readonly received: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

export async function openOtherServer(): Promise<OtherServer> {
  const received: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    received.push({ url: request.url ?? '', headers: request.headers })
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Other</title><p>Other</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the other server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface Attempts {
  readonly fetched: string
  readonly imported: string
  readonly framed: string
  readonly opened: string
  readonly socket: string
  /** Messages received through `postMessage`. */
  readonly messages: readonly unknown[]
}

/** Tries what a page of another server could do to the app at `app` from within the user's browser. */
export async function attack(page: Page, app: string): Promise<Attempts> {
  const source = /src="\.?(\/assets\/[^"]+\.js)"/.exec(await (await fetch(app)).text())?.[1]
  if (source === undefined) throw new Error('the app has no script')
  return page.evaluate(
    async ({ address, script }) => {
      const messages: unknown[] = []
      addEventListener('message', ({ data }) => messages.push(data))
      const outcome = async (work: () => Promise<unknown>) => {
        try {
          return String(await work())
        } catch (thrown) {
          return `refused: ${thrown instanceof Error ? thrown.name : String(thrown)}`
        }
      }
      const loaded = (element: HTMLElement) =>
        new Promise((resolve, reject) => {
          element.onload = resolve
          element.onerror = () => reject(new Error('not loaded'))
          document.body.append(element)
        })
      const fetched = await outcome(async () => (await fetch(address, { credentials: 'include' })).text())
      const imported = await outcome(async () => {
        await loaded(Object.assign(document.createElement('script'), { src: script }))
        return 'loaded'
      })
      const framed = await outcome(async () => {
        const frame = Object.assign(document.createElement('iframe'), { src: address })
        await loaded(frame)
        frame.contentWindow?.postMessage({ kind: 'session' }, '*')
        return frame.contentWindow?.localStorage.getItem('stratagem-session')
      })
      const opened = await outcome(async () => {
        const other = window.open(address)
        if (other === null) return 'blocked'
        // Until it has left the empty page: then it is either readable or blocked.
        while (!other.closed && other.location.href === 'about:blank')
          await new Promise((next) => requestAnimationFrame(next))
        return other.closed ? 'severed' : other.localStorage.getItem('stratagem-session')
      })
      const socket = await outcome(
        () =>
          new Promise((resolve, reject) => {
            const tried = new WebSocket(`${address.replace('http', 'ws')}/host`)
            tried.onopen = () => resolve('open')
            tried.onerror = () => reject(new Error('not opened'))
          }),
      )
      return { fetched, imported, framed, opened, socket, messages }
    },
    { address: app, script: `${app}${source}` },
  )
}

/**
 * Opens the app's socket with any headers, as a program could, and sends `messages` one after the other.
 * @returns everything received until the socket was closed
 */
export function sendToSocket(
  app: string,
  headers: Record<string, string>,
  messages: readonly unknown[],
): Promise<string[]> {
  const received: string[] = []
  const socket = new WebSocket(`${app.replace('http', 'ws')}/host`, { headers: { origin: app, ...headers } })
  socket.on('open', () => {
    for (const message of messages) socket.send(JSON.stringify(message))
  })
  socket.on('message', (data) => {
    received.push(String(data))
    if (received.some((each) => each.includes('"reply"'))) socket.close()
  })
  return new Promise((resolve) => {
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
  })
}
