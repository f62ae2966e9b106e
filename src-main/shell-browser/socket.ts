import type { RawData, WebSocket } from 'ws'
import { connect } from '../host/connection.ts'
import type { Host } from '../host/host.ts'

/** No honest window sends more messages in a second; one that does is cut off (T21). */
const mostInSecond = 1000

/** Serves one window over its web socket, until either side closes it. */
export function serveSocket(host: Host, socket: WebSocket): void {
  const connection = connect(host, {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    },
    pending: () => socket.bufferedAmount,
  })
  let second = 0
  let received = 0
  socket.on('message', (data: RawData, binary: boolean) => {
    const now = Math.floor(performance.now() / 1000)
    received = now === second ? received + 1 : 1
    second = now
    if (binary || received > mostInSecond) return socket.close(1008, 'too many or unreadable messages')
    connection.receive(textOf(data))
  })
  socket.on('close', () => connection.close())
  // A broken socket also closes; the window connects again by itself.
  socket.on('error', () => socket.terminate())
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')
}
