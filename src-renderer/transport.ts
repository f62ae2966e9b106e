import type { Bridge } from '../src-shared/bridge.ts'

/** One pipe of JSON text to the host. It may close and open again; texts sent while it is closed are not kept. */
export interface Transport {
  send(text: string): void
}
export interface TransportEvents {
  opened(): void
  closed(): void
  text(text: string): void
}

/** The desktop app's pipe: open from the start, and never closed while the window lives. */
function overBridge(bridge: Bridge, events: TransportEvents): Transport {
  bridge.receive(events.text)
  queueMicrotask(events.opened)
  return { send: (text) => bridge.send(text) }
}

const firstWaitMs = 400
const longestWaitMs = 5000

/** The browser's pipe: a web socket that is opened again after it was lost, with growing waits. */
function overSocket(url: string, events: TransportEvents): Transport {
  let socket: WebSocket
  let waitMs = firstWaitMs
  let wasOpen = false
  const open = () => {
    socket = new WebSocket(url)
    socket.addEventListener('open', () => {
      waitMs = firstWaitMs
      wasOpen = true
      events.opened()
    })
    socket.addEventListener('message', (message) => {
      if (typeof message.data === 'string') events.text(message.data)
    })
    socket.addEventListener('close', () => {
      if (wasOpen || waitMs > firstWaitMs) events.closed()
      wasOpen = false
      setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 1.6, longestWaitMs)
    })
  }
  open()
  return { send: (text) => socket.send(text) }
}

function socketUrl(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/host`
}

export function openTransport(events: TransportEvents): Transport {
  return window.stratagem === undefined ? overSocket(socketUrl(), events) : overBridge(window.stratagem, events)
}
