import type { Bridge } from '../../src-shared/api/bridge.ts'
import { sessionReply } from '../../src-shared/api/session-handshake.ts'
import { openPageSession } from './page-session.ts'

/**
 * A connection to the host that carries JSON text. It may close and reopen; texts sent while it is closed are dropped.
 */
export interface Transport {
  send(text: string): void
}
export interface TransportEvents {
  opened(): void
  closed(): void
  /** The browser shell doesn't recognize this page, or no longer does; there is no automatic retry. */
  refused(): void
  text(text: string): void
}

/** The desktop app's transport: open from the start, and never closed while the window exists. */
function overBridge(bridge: Bridge, events: TransportEvents): Transport {
  bridge.receive(events.text)
  queueMicrotask(events.opened)
  return { send: (text) => bridge.send(text) }
}

const firstWaitMs = 400
const maxWaitMs = 5000

/**
 * The browser's transport: a WebSocket that reconnects with increasing delays. It counts as open once the shell has
 * accepted the page.
 */
function overSocket(url: string, events: TransportEvents): Transport {
  let socket: WebSocket
  let waitMs = firstWaitMs
  let state: 'closed' | 'entering' | 'open' | 'refused' = 'closed'

  const session = openPageSession(() => {
    if (state !== 'refused') return
    state = 'closed'
    open()
  })

  function enter(text: string): void {
    const reply = sessionReply.parse(JSON.parse(text))
    if (reply.kind === 'session-refused') {
      state = 'refused'
      events.refused()
      return
    }
    session.keep(reply.secret)
    waitMs = firstWaitMs
    state = 'open'
    events.opened()
  }

  function lose(): void {
    if (state === 'refused') return
    if (state === 'open' || waitMs > firstWaitMs) events.closed()
    state = 'closed'
    setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 1.6, maxWaitMs)
  }

  function open(): void {
    socket = new WebSocket(url)
    socket.addEventListener('open', () => {
      state = 'entering'
      socket.send(JSON.stringify(session.request()))
    })
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return
      if (state === 'entering') enter(data)
      else if (state === 'open') events.text(data)
    })
    socket.addEventListener('close', lose)
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
