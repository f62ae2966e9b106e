import {
  type ClientMessage,
  clientMessage,
  type Reply,
  type ServerMessage,
  type Topic,
} from '../../../src-shared/api/host-api.ts'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Host } from '../host.ts'
import { createHostStream, createRunStream, type OutStream } from './outgoing-stream.ts'

/** A window, as a transport carries it. */
export interface WindowPort {
  send(text: string): void
  /** Characters that were sent and not yet acknowledged by the window. */
  pending(): number
}
export interface Connection {
  /** A message of the window. Never throws, whatever it contains (T21). */
  receive(text: string): void
  close(): void
}

/** Stream items are collected for this long into one message, ms. */
const batchIntervalMs = 16
/** Interval for checking a window that is behind, ms. */
const behindMs = 50
/** With more unacknowledged characters than this, the window is behind, and nothing more is sent. */
const maxUnderWay = 4_000_000
/** Maximum characters of a message; the largest legitimate one is a message of the user. */
export const maxMessage = 9_000_000
const maxRequests = 256
const maxSubscriptions = 128

/** Implements the transport's protocol with one window: validates, replies, and streams in numbered batches. */
export function connect(host: Host, window: WindowPort): Connection {
  const streams = new Map<number, OutStream>()
  let requests = 0
  let timer: NodeJS.Timeout | null = null
  let open = true

  const send = (message: ServerMessage) => {
    if (open) window.send(JSON.stringify(message))
  }
  const answer = (id: number, reply: Reply) => send({ kind: 'reply', id, reply })

  function flushSoon(wait: number): void {
    if (open) timer ??= setTimeout(flush, wait)
  }

  function flush(): void {
    timer = null
    for (const [subscription, stream] of streams) {
      if (window.pending() > maxUnderWay) break
      const message = stream.take()
      if (message !== null) send({ kind: 'stream', subscription, message })
    }
    if (window.pending() > maxUnderWay) flushSoon(behindMs)
    else if ([...streams.values()].some((stream) => stream.ready())) flushSoon(0)
  }

  function subscribe(subscription: number, topic: Topic): void {
    streams.get(subscription)?.close()
    streams.delete(subscription)
    if (streams.size >= maxSubscriptions) return
    const wake = () => flushSoon(batchIntervalMs)
    const stream = topic.kind === 'host' ? createHostStream(host, wake) : createRunStream(host, topic, wake)
    streams.set(subscription, stream)
    flushSoon(0)
  }

  async function request(message: Extract<ClientMessage, { kind: 'request' }>): Promise<void> {
    if (requests >= maxRequests) return answer(message.id, tooMany)
    requests += 1
    const reply = await host.handle(message.method, message.params)
    requests -= 1
    answer(message.id, reply)
  }

  function receive(text: string): void {
    const message = read(text)
    if (message === null || !open) return
    switch (message.kind) {
      case 'request':
        void request(message)
        return
      case 'subscribe':
        subscribe(message.subscription, message.topic)
        return
      case 'unsubscribe':
        streams.get(message.subscription)?.close()
        streams.delete(message.subscription)
        return
      default:
        assertNever(message)
    }
  }

  function close(): void {
    open = false
    if (timer !== null) clearTimeout(timer)
    for (const stream of streams.values()) stream.close()
    streams.clear()
  }

  return { receive, close }
}

/** An invalid message is dropped: there is no request to reply to. */
function read(text: string): ClientMessage | null {
  if (text.length > maxMessage) return null
  try {
    const message = clientMessage.safeParse(JSON.parse(text))
    return message.success ? message.data : null
  } catch {
    return null
  }
}

const tooMany: Reply = {
  ok: false,
  failure: {
    kind: 'busy',
    message: 'The window sent too many requests at once.',
    advice: 'Wait a moment and try again.',
  },
}
