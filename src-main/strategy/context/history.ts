import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import { assistantText } from '../messages.ts'

/**
 * The history of a branch cut into exchanges: a user's message with all that followed it. An exchange is kept
 * or left out whole, so that no call is separated from its result.
 */
export type Exchange = readonly Message[]

/** Estimated tokens: a quarter of the characters of its JSON. No tokenizer fits every model. */
export const estimateTokens = (value: unknown): number => Math.ceil(jsonLength(value) / 4)

/** Cached lengths of immutable values: a long history is counted in each turn. */
const lengths = new WeakMap<object, number>()

/** The length of `JSON.stringify(value)`. */
function jsonLength(value: unknown): number {
  if (!Array.isArray(value)) return JSON.stringify(value).length
  return value.reduce<number>((sum, each) => sum + itemLength(each), 2 + Math.max(0, value.length - 1))
}

/** Of a value in a list. */
function itemLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return (JSON.stringify(value) ?? 'null').length
  const known = lengths.get(value)
  if (known !== undefined) return known
  const length = (JSON.stringify(value) ?? 'null').length
  if (isFixed(value)) lengths.set(value, length)
  return length
}

function isFixed(value: unknown): boolean {
  return typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFixed))
}

export function exchangesOf(history: readonly Message[]): Exchange[] {
  const exchanges: Message[][] = []
  for (const message of history) {
    const last = exchanges.at(-1)
    if (message.role === 'user' || last === undefined) exchanges.push([message])
    else last.push(message)
  }
  return exchanges
}

/** The newest exchanges that fit into `tokens`, and the older ones. */
export function newestWithin(exchanges: readonly Exchange[], tokens: number) {
  let left = tokens
  let from = exchanges.length
  for (; from > 0; from--) {
    left -= estimateTokens(exchanges[from - 1])
    if (left < 0) break
  }
  return { older: exchanges.slice(0, from), newest: exchanges.slice(from) }
}

/** Shortens long tool results to a number of characters; the newest exchange may need it to fit. */
export function withShortResults(exchange: Exchange, characters: number): Exchange {
  return exchange.map((message) =>
    message.role === 'tool' && message.text.length > characters
      ? { ...message, text: `${message.text.slice(0, characters)}\n… shortened: ask for it again if you need it.` }
      : message,
  )
}

/**
 * The history with every call followed by its result, in the calls' order, and no result without a call, whatever
 * an earlier turn left: endpoints refuse a request that violates this.
 */
export function withWholeCalls(history: readonly Message[]): Message[] {
  const whole: Message[] = []
  let open: readonly ToolCall[] = []
  let results = new Map<ToolCall, Message>()
  const close = () => {
    if (open.length === 0) return
    whole.push(...open.map((call) => results.get(call) ?? missingResult(call)))
    open = []
    results = new Map()
  }
  for (const message of history) {
    if (message.role === 'tool') {
      const call = open.find((each) => each.id === message.callId && !results.has(each))
      if (call !== undefined) results.set(call, message)
      continue
    }
    close()
    whole.push(message)
    if (message.role === 'assistant') open = message.toolCalls
  }
  close()
  return whole
}

const missingResult = (call: ToolCall): Message => ({
  role: 'tool',
  callId: call.id,
  tool: call.tool,
  ok: false,
  text: 'The run ended before this call had a result. Look before you repeat it.',
})

/**
 * Tells lists of messages apart. A 64-bit FNV-1a hash of their JSON in two halves: strategies have no other at hand.
 */
export function messagesFingerprint(messages: readonly Message[]): string {
  let [low, high] = [0x811c9dc5, 0x9dc5811c]
  for (const message of messages) {
    const text = JSON.stringify(message)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ (code + at), 0x01000193)
    }
  }
  return `${(high >>> 0).toString(16).padStart(8, '0')}${(low >>> 0).toString(16).padStart(8, '0')}`
}

/** Replaces older exchanges; an answer follows, since some models require alternating sides. */
export const summaryExchange = (said: string, answer: string): Exchange => [
  { role: 'user', text: said },
  assistantText(answer),
]
