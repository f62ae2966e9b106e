import { type Message, message } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { RequestMessages } from '../../../src-shared/run/request-messages.ts'
import { assertPlain, deepFreeze } from '../plain-json.ts'
import { withoutHistory } from './history-slices.ts'
import { digestRequest, longestShared, type RequestDigests } from './request-digests.ts'

/**
 * Logs what a model sees without repeating the shared beginning, so that a long run's log grows only
 * by what is new in each request.
 *
 * 1. A message is serialized and hashed once, however many requests contain it: identified by object, and
 *    frozen when first seen so that identity means content.
 * 2. Requests are compared by content: a recreated message with the same content counts as shared.
 * 3. A request's digest depends on its messages alone, not on the base it was written against.
 */
export interface RequestLog {
  enter(path: string, messages: readonly Message[]): EnteredRequest
  /** No later request builds on this one: what was sent is not what the strategy asked for. */
  forget(path: string): void
  /** The JSON text of a list of tools, cached if its parts are those of the previous request. */
  toolsText(tools: readonly ToolInfo[]): string
  /** @returns the body of a list of tools */
  enterTools(tools: readonly ToolInfo[]): string
}
interface EnteredRequest {
  readonly digest: string
  readonly messages: RequestMessages
}

interface Known extends RequestDigests {
  readonly path: string
}

interface Listed {
  readonly tools: readonly ToolInfo[]
  readonly text: string
  ref: string | null
}

/** Roles and branches alternate; the base is searched among this many latest requests. */
const maxBases = 16

/**
 * Messages that were read out of the store, with their bodies: they are there, plain and frozen, so that a run need not
 * look at each message of a long history.
 */
const stored = new WeakMap<Message, string>()

/** A message out of the store, which no request has to turn to JSON again. */
export function storedMessage(ref: string, text: string): Message {
  const read = deepFreeze(readMessage(text))
  stored.set(read, ref)
  return read
}

/** Messages with their bodies, one by one. */
interface Listing {
  readonly messages: readonly Message[]
  readonly refs: readonly string[]
}
const noMessages: Listing = { messages: [], refs: [] }

/** @param history messages of a request that are in the run's history are not written again */
export function requestLog(putBody: (text: string) => string, history: Listing = noMessages): RequestLog {
  let before = noMessages
  const seen = new WeakMap<Message, string>()
  const self = {}
  let known: Known[] = []
  const refOf = (each: Message): string => {
    const past = stored.get(each) ?? seen.get(each)
    if (past !== undefined) return past
    assertPlain(each, 'A message')
    const ref = putBody(JSON.stringify(each))
    seen.set(deepFreeze(each), ref)
    return ref
  }
  let latest: Listed | null = null
  const listed = (tools: readonly ToolInfo[]): Listed => {
    const before = latest
    if (before?.tools.length === tools.length && tools.every((each, at) => each === before.tools[at])) return before
    latest = { tools: [...deepFreeze(tools)], text: JSON.stringify(tools), ref: null }
    return latest
  }
  return {
    toolsText: (tools) => listed(tools).text,
    enterTools: (tools) => {
      const list = listed(tools)
      list.ref ??= putBody(list.text)
      return list.ref
    },
    forget: (path) => {
      known = known.filter((each) => each.path !== path)
    },
    enter(path, messages) {
      const refs = refsOf(messages, [before, history], refOf)
      before = { messages: [...messages], refs }
      const { base, keep } = longestShared(known, refs)
      const made = digestRequest(self, refs, base)
      known.push({ path, ...made })
      if (known.length > maxBases) known.shift()
      const fresh = refs.slice(keep)
      const added = base === null ? withoutHistory(fresh, history.refs) : { refs: fresh }
      return { digest: made.digests.at(-1) ?? '', messages: { base: base?.path ?? null, keep, ...added } }
    },
  }
}

/**
 * Most messages stand as in the request before or as in the history: those are known without looking each of them up.
 */
function refsOf(
  messages: readonly Message[],
  [before, history]: readonly [Listing, Listing],
  refOf: (message: Message) => string,
): readonly string[] {
  const refs: string[] = []
  let inHistory = 0
  for (const [at, message] of messages.entries()) {
    const sameHere = before.messages[at] === message
    const sameThere = history.messages[inHistory] === message
    const known = sameHere ? before.refs[at] : sameThere ? history.refs[inHistory] : undefined
    if (sameThere) inHistory++
    refs.push(known ?? refOf(message))
  }
  return refs
}

/** A message as it was put into the store, field by field in the order it was sent. */
export function readMessage(text: string): Message {
  const value: unknown = JSON.parse(text)
  if (!isMessage(value)) throw new Error('a stored message is not what was written')
  return value
}

// The parsed value itself is kept, not zod's copy of it, which has its fields in another order.
const isMessage = (value: unknown): value is Message => message.safeParse(value).success
