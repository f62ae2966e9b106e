import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Host } from '../host/host.ts'
import { maxMessage } from '../host/window/connection.ts'
import { windowHeaders } from '../host/window/content-policy.ts'
import { windowFile } from '../host/window/static-files.ts'
import { createGate, type Gate } from './gate.ts'
import { serveSocket } from './socket.ts'

export interface WebServer {
  /** `http://127.0.0.1:PORT`, without the token. */
  readonly origin: string
  /**
   * The address to open; it works once. The part after `#` stays in the browser: it is in no request, log or `Referer`.
   */
  readonly entry: string
  /** From now on this host serves the windows; before, they are asked to wait. */
  serve(host: Host): void
  close(): Promise<void>
}

/** Maximum number of sockets that are not admitted yet. */
const maxUnknown = 32

/**
 * Serves the built window and the host on the loopback address.
 * @param windowFolder the build's output for the window
 * @param port 0 takes any free one
 * @throws if the port is taken
 */
export async function openWebServer(windowFolder: string, port: number): Promise<WebServer> {
  const http = createServer()
  const taken = await listen(http, port)
  const gate = createGate(taken)
  const origin = `http://127.0.0.1:${taken}`
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessage * 3 })
  const unknown = new Set<WebSocket>()
  let host: Host | null = null

  http.on('request', (request, response) => {
    void answer(request, response, gate, windowFolder, taken).catch(() => response.destroy())
  })
  http.on('upgrade', (request, socket, head) => {
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    const path = (request.url ?? '').split('?')[0]
    if (request.headers.origin === undefined || !gate.isOurs(request)) return refuse('403 Forbidden')
    const serving = host
    if (path !== '/host' || serving === null) return refuse('404 Not Found')
    if (unknown.size >= maxUnknown) return refuse('503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (open) => {
      const forget = () => unknown.delete(open)
      unknown.add(open)
      open.once('close', forget)
      serveSocket(serving, open, gate, forget)
    })
  })

  return {
    origin,
    entry: `${origin}/#token=${gate.token}`,
    serve: (served) => {
      host = served
    },
    close: () => closeServer(http, sockets),
  }
}

function listen(http: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject)
      resolve(portOf(http.address()))
    })
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function closeServer(http: Server, sockets: WebSocketServer): Promise<void> {
  for (const open of sockets.clients) open.terminate()
  sockets.close()
  return new Promise((resolve) => {
    http.close(() => resolve())
    http.closeAllConnections()
  })
}

/** Serves the window's files. They contain no user data, so any program on this machine may read them. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
  windowFolder: string,
  port: number,
): Promise<void> {
  const headers = windowHeaders([`ws://127.0.0.1:${port}`, `ws://localhost:${port}`])
  const say = (status: number, text: string) => {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(text)
  }
  if (!gate.isOurs(request)) return say(403, 'This address is only for Stratagem on this machine.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Only GET requests are supported.')
  const url = parseUrl(request.url ?? '/')
  if (url === null) return say(400, 'This address is not valid.')
  const file = await windowFile(windowFolder, url.pathname)
  if (file === null) return say(404, 'Not found.')
  response.writeHead(200, { ...headers, 'content-type': file.type, 'content-length': file.body.length })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

/** Null if the text is no path on this server: one that begins with two slashes would be read as another host. */
function parseUrl(text: string): URL | null {
  if (!text.startsWith('/') || text.startsWith('//')) return null
  try {
    return new URL(text, 'http://stratagem.invalid')
  } catch {
    return null
  }
}
