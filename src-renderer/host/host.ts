import { create } from 'zustand'
import type { WindowCommand } from '../../src-shared/api/bridge.ts'
import {
  type ClientMessage,
  type Method,
  type Params,
  type Reply,
  type Result,
  requests,
  type ServerMessage,
  type StreamMessage,
  type Topic,
} from '../../src-shared/api/host-api.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { openTransport, type Transport } from './transport.ts'

/**
 * The window's only connection to the host: requests and streams over one transport.
 *
 * 1. A request sent while the transport is closed waits for it to open. If the transport closes during a request, the
 *    request is sent again if that is harmless, and rejected otherwise, because the host may have executed it.
 * 2. A run's stream has no gaps: after a lost connection or a missing batch it resumes after the last event that was
 *    passed on. The host's own stream has no history, so `resumed` makes the listener read everything again.
 * 3. The two casts here are the only ones: host and window are built together, so replies are typed but not validated.
 */
export type StreamOf<T extends Topic> = Extract<StreamMessage, { topic: T['kind'] }>

/** `refused`: the browser shell doesn't recognize this page. `outdated`: it did before it restarted. */
type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'outdated'

export const useConnection = create<{ state: ConnectionState }>(() => ({ state: 'connecting' }))

interface Follower {
  topic: Topic
  nextBatch: number
  readonly hand: (message: StreamMessage) => void
  readonly resumed: () => void
}

interface Pending {
  readonly message: ClientMessage
  /** Whether the request can safely be sent twice. */
  readonly again: boolean
  readonly settle: (reply: Reply) => void
}

const pending = new Map<number, Pending>()
const waiting: ClientMessage[] = []
const followers = new Map<number, Follower>()
const commandListeners = new Set<(command: WindowCommand) => void>()
let transport: Transport | undefined
let counter = 0

const lost: Reply = {
  ok: false,
  failure: {
    kind: 'interrupted',
    message: 'The connection to Stratagem was lost before it replied.',
    advice: 'Stratagem reconnects automatically. Check whether your change was made, and try again if not.',
  },
}

function isOpen(): boolean {
  return useConnection.getState().state === 'open'
}

function send(message: ClientMessage): void {
  transport?.send(JSON.stringify(message))
}

function connect(): void {
  transport ??= openTransport({ opened, closed, refused, text: (text) => receive(JSON.parse(text) as ServerMessage) })
}

function opened(): void {
  const { state } = useConnection.getState()
  const again = state === 'lost' || state === 'outdated'
  useConnection.setState({ state: 'open' })
  for (const id of [...followers.keys()]) subscribe(id)
  for (const message of waiting.splice(0)) send(message)
  if (again) for (const follower of followers.values()) follower.resumed()
}

function closed(): void {
  useConnection.setState({ state: 'lost' })
  for (const [id, { message, again, settle }] of [...pending]) {
    if (waiting.includes(message)) continue
    if (again) {
      waiting.push(message)
      continue
    }
    pending.delete(id)
    settle(lost)
  }
}

function refused(): void {
  const { state } = useConnection.getState()
  useConnection.setState({ state: state === 'connecting' ? 'refused' : 'outdated' })
}

function receive(message: ServerMessage): void {
  if (message.kind === 'reply') {
    const request = pending.get(message.id)
    pending.delete(message.id)
    request?.settle(message.reply)
    return
  }
  if (message.kind === 'command') {
    for (const listener of commandListeners) listener(message.command)
    return
  }
  const follower = followers.get(message.subscription)
  if (follower === undefined) return
  if (message.message.batch !== follower.nextBatch) {
    takeUpAgain(message.subscription, follower)
    return
  }
  follower.nextBatch += 1
  rememberPlace(follower, message.message)
  follower.hand(message.message)
}

/** Stores the last event's sequence number, after which the stream resumes. */
function rememberPlace(follower: Follower, message: StreamMessage): void {
  if (message.topic !== 'run' || follower.topic.kind !== 'run') return
  const last = message.items.findLast((item) => item.kind === 'event')
  const seq = last?.kind === 'event' ? last.event.seq : message.opening?.checkpoint.head.lastSeq
  if (seq !== undefined) follower.topic = { ...follower.topic, afterSeq: seq }
}

function subscribe(id: number): void {
  const follower = followers.get(id)
  if (follower === undefined) return
  follower.nextBatch = 0
  send({ kind: 'subscribe', subscription: id, topic: follower.topic })
}

/** Subscribes with a new number, so that late batches of the old subscription are ignored. */
function takeUpAgain(id: number, follower: Follower): void {
  send({ kind: 'unsubscribe', subscription: id })
  const fresh = ++counter
  followers.delete(id)
  followers.set(fresh, follower)
  subscribe(fresh)
  follower.resumed()
}

/** @throws FailureError if the host replies with a failure, or the connection is lost before it does. */
export function ask<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
  connect()
  const message: ClientMessage = { kind: 'request', id: ++counter, method, params }
  return new Promise((resolve, reject) => {
    const settle = (reply: Reply) =>
      reply.ok ? resolve(reply.value as Result<M>) : reject(new FailureError(reply.failure))
    pending.set(message.id, { message, again: requests[method].again, settle })
    if (isOpen()) send(message)
    else waiting.push(message)
  })
}

/**
 * Passes on every batch of a stream until the returned function is called.
 * @param resumed called when the stream has resumed after a lost connection or a gap
 */
export function follow<T extends Topic>(
  topic: T,
  listener: (message: StreamOf<T>) => void,
  resumed: () => void = () => {},
): () => void {
  connect()
  const follower: Follower = { topic, nextBatch: 0, hand: (message) => listener(message as StreamOf<T>), resumed }
  const first = ++counter
  followers.set(first, follower)
  if (isOpen()) subscribe(first)
  return () => {
    for (const [id, each] of followers) {
      if (each !== follower) continue
      followers.delete(id)
      if (isOpen()) send({ kind: 'unsubscribe', subscription: id })
    }
  }
}

/** Listens to commands from the shell's menus. Returns a function that stops listening. */
export function onShellCommand(listener: (command: WindowCommand) => void): () => void {
  connect()
  commandListeners.add(listener)
  return () => commandListeners.delete(listener)
}
