import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import { cutFolderInstructions, withFolderInstructions } from '../../../src-shared/run/folder-instructions.ts'
import { type ContextItem, contextItem, tokensIn } from './model-context.ts'

/** Shorter results stay whole: the line in their place would be no shorter. */
const worthShortening = 400

/** Where the newest items begin that fit into so many tokens: at the start of a round, the last one in any case. */
export function recentFrom(items: readonly ContextItem[], tokens: number): number {
  let left = tokens
  let from = items.length
  for (; from > 0; from--) {
    left -= items[from - 1]?.tokens ?? 0
    if (left < 0) break
  }
  const starts = (item: ContextItem) => item.kind !== 'result'
  const next = items.findIndex((item, at) => at >= from && starts(item))
  return next === -1 ? Math.max(0, items.findLastIndex(starts)) : next
}

/** Long results before `until`, each as one line that says how to get it back. */
export function withResultLines(items: readonly ContextItem[], until: number) {
  const calls = callsIn(items)
  let shortened = 0
  const short = items.map((item, at) => {
    if (at >= until || item.kind !== 'result') return item
    const { result, instructions } = cutFolderInstructions(item.message.text)
    if (result.length < worthShortening) return item
    shortened += 1
    const text = withFolderInstructions(lineFor({ ...item.message, text: result }, calls), instructions)
    return contextItem({ ...item.message, text }, 'result')
  })
  return { items: short, shortened }
}

/**
 * Every result of `from` and later cut in its middle, so that all items fit into so many tokens as far as that can do.
 */
export function withCutResults(items: readonly ContextItem[], from: number, tokens: number) {
  const isLong = (item: ContextItem, at: number) => at >= from && item.kind === 'result' && item.tokens > 150
  const long = items.filter(isLong)
  const rest = tokensIn(items) - tokensIn(long)
  const characters = Math.max(600, Math.floor(((tokens - rest) * 4) / Math.max(1, long.length)) - 100)
  let shortened = 0
  const cut = items.map((item, at) => {
    if (!isLong(item, at) || item.message.text.length <= characters) return item
    shortened += 1
    return contextItem({ ...item.message, text: cutText(item.message.text, characters) }, 'result')
  })
  return { items: cut, shortened }
}

function cutText(text: string, characters: number): string {
  const head = text.slice(0, Math.ceil(characters * 0.7))
  const tail = text.slice(text.length - Math.floor(characters * 0.3))
  const out = text.length - head.length - tail.length
  return `${head}\n[… ${out} characters left out to fit the context window; ask for a smaller part if you need them …]\n${tail}`
}

function lineFor(message: Message, calls: ReadonlyMap<string, ToolCall>): string {
  const length = message.text.length
  const call = message.role === 'tool' ? calls.get(message.callId) : undefined
  const of = call === undefined ? '' : ` of ${call.tool} ${shortArguments(call.arguments)}`
  return `[Result${of} left out to fit the context window: ${length} characters. Make the call again if you need it.]`
}

const shortArguments = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)

function callsIn(items: readonly ContextItem[]): ReadonlyMap<string, ToolCall> {
  const made = items.flatMap(({ message }) => (message.role === 'assistant' ? message.toolCalls : []))
  return new Map(made.map((call) => [call.id, call]))
}
