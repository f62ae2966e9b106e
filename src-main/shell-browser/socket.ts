import type { RawData, WebSocket } from 'ws'
import { maxSessionRequest, type SessionReply, sessionRequest } from '../../src-shared/api/session-handshake.ts'
import type { Host } from '../host/host.ts'
import { type Connection, connect } from '../host/window/connection.ts'
import type { Gate } from './gate.ts'

/** Maximum number of messages per second: the window never sends more, and a client that does is cut off (T21). */
const maxInSecond = 1000
/** How long a socket may stay open without proof that it belongs to the user, ms. */
const maxUnknownMs = 10_000

/** `refused`: for a page without access, so that it doesn't reconnect by itself. RFC 6455, 7.4.2. */
const closeCodes = { misused: 1008, refused: 4403 } as const

/**
 * Serves one window over its web socket until either side closes it. The first message must hold a token or secret that
 * `gate` admits (`SessionRequest`); until then no message reaches the host.
 * @param admitted called once the window is admitted
 */
export function serveSocket(host: Host, socket: WebSocket, gate: Pick<Gate, 'admit'>, admitted: () => void): void {
  const known = closeUnlessKnown(socket)
  const allowed = limitRate()
  let connection: Connection | null = null

  function enter(text: string): void {
    known()
    const secret = readSecret(text, gate)
    if (secret === null) {
      socket.send(JSON.stringify({ kind: 'session-refused' } satisfies SessionReply))
      socket.close(closeCodes.refused, 'not known')
      return
    }
    admitted()
    socket.send(JSON.stringify({ kind: 'session-open', secret } satisfies SessionReply))
    connection = connectSocket(host, socket)
  }

  socket.on('message', (data: RawData, binary: boolean) => {
    if (socket.readyState !== socket.OPEN) return
    if (binary || !allowed()) return socket.close(closeCodes.misused, 'too many or unreadable messages')
    if (connection === null) enter(textOf(data))
    else connection.receive(textOf(data))
  })
  socket.on('close', () => {
    known()
    connection?.close()
  })
  // A socket with an error also closes; the window reconnects by itself.
  socket.on('error', () => socket.terminate())
}

/** Closes the socket after `maxUnknownMs`, unless the returned function is called before. */
export function closeUnlessKnown(socket: Pick<WebSocket, 'close'>): () => void {
  const timer = setTimeout(() => socket.close(closeCodes.refused, 'not known'), maxUnknownMs)
  return () => clearTimeout(timer)
}

function connectSocket(host: Host, socket: WebSocket): Connection {
  return connect(host, {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    },
    pending: () => socket.bufferedAmount,
  })
}

function readSecret(text: string, gate: Pick<Gate, 'admit'>): string | null {
  if (text.length > maxSessionRequest) return null
  try {
    const request = sessionRequest.safeParse(JSON.parse(text))
    return request.success ? gate.admit(request.data) : null
  } catch {
    return null
  }
}

function limitRate(): () => boolean {
  let second = 0
  let received = 0
  return () => {
    const now = Math.floor(performance.now() / 1000)
    received = now === second ? received + 1 : 1
    second = now
    return received <= maxInSecond
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')
}
