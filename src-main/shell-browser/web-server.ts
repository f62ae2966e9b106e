import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { longestMessage } from '../host/connection.ts'
import { windowHeaders } from '../host/content-policy.ts'
import type { Host } from '../host/host.ts'
import { windowFile } from '../host/window-files.ts'
import { createGate, type Gate } from './gate.ts'
import { serveSocket } from './socket.ts'

export interface WebServer {
  /** `http://127.0.0.1:PORT`, without the token. */
  readonly origin: string
  /** The address to open, once. */
  readonly entry: string
  /** From now on windows are served by this host; before, they are told to wait. */
  serve(host: Host): void
  close(): Promise<void>
}

/**
 * Serves the built window and the host on the loopback address.
 * @param windowFolder the build's output for the window
 * @param port 0 takes any free one
 * @throws where the port is taken
 */
export async function openWebServer(windowFolder: string, port: number): Promise<WebServer> {
  const http = createServer()
  const taken = await listen(http, port)
  const gate = createGate(taken)
  const origin = `http://127.0.0.1:${taken}`
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage * 3 })
  let host: Host | null = null

  http.on('request', (request, response) => {
    void answer(request, response, gate, windowFolder, taken).catch(() => response.destroy())
  })
  http.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?')[0]
    const allowed = request.headers.origin !== undefined && gate.isOurs(request) && gate.isKnown(request)
    const serving = host
    if (path !== '/host' || !allowed || serving === null) {
      socket.end(`HTTP/1.1 ${allowed ? '404 Not Found' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (open) => serveSocket(serving, open))
  })

  return {
    origin,
    entry: `${origin}/?token=${gate.token}`,
    serve: (given) => {
      host = given
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
  windowFolder: string,
  port: number,
): Promise<void> {
  const headers = windowHeaders([`ws://127.0.0.1:${port}`, `ws://localhost:${port}`])
  const say = (status: number, text: string, more: Record<string, string> = {}) => {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8', ...more }).end(text)
  }
  if (!gate.isOurs(request)) return say(403, 'This address belongs to Stratagem on this machine only.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Only GET is served here.')
  const url = parseUrl(request.url ?? '/')
  if (url === null) return say(400, 'This address cannot be read.')
  const token = url.pathname === '/' ? url.searchParams.get('token') : null
  if (token !== null) {
    const cookie = gate.exchange(token)
    if (cookie !== null) return say(303, '', { location: '/', 'set-cookie': cookie })
    if (gate.isKnown(request)) return say(303, '', { location: '/' })
    return say(403, 'This link was used before. Start Stratagem again for a new one.')
  }
  if (!gate.isKnown(request)) return say(403, 'Open the address that Stratagem printed in the terminal.')
  const file = await windowFile(windowFolder, url.pathname)
  if (file === null) return say(404, 'There is nothing by this name.')
  response.writeHead(200, { ...headers, 'content-type': file.type, 'content-length': file.body.length })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

/** A path that begins with two slashes would be read as another host. */
function parseUrl(text: string): URL | null {
  if (!text.startsWith('/') || text.startsWith('//')) return null
  try {
    return new URL(text, 'http://stratagem.invalid')
  } catch {
    return null
  }
}
