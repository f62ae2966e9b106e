import type { Message, Usage } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { estimateTokens } from './history.ts'

/**
 * A message as a loop shows it to the model. `pinned`: instructions, the task, and what the user or the strategy said
 * since, which stay as they are. `result`: of a tool call, in whatever way the protocol writes it.
 */
export interface ContextItem {
  readonly message: Message
  readonly kind: 'pinned' | 'work' | 'result'
  /** Estimated. */
  readonly tokens: number
}

/**
 * What the model sees of a loop: all its messages at first, and less of the old ones once the window is nearly full.
 */
export interface ModelContext {
  readonly items: readonly ContextItem[]
  /** Estimated tokens of all items and of the tools. */
  readonly tokens: number
  /** Tokens by the endpoint's count for one estimated token. */
  readonly scale: number
  /** Nothing is shortened again before the estimate is above this: another attempt would come to the same. */
  readonly quietUntil: number
}

/** A quarter of the characters, and a few tokens for the form: no tokenizer knows every model, and this needs none. */
export function tokensOf(message: Message): number {
  const calls = message.role === 'assistant' ? message.toolCalls : []
  const characters = calls.reduce((sum, call) => sum + call.tool.length + call.arguments.length, message.text.length)
  return Math.ceil(characters / 4) + 8 + 8 * calls.length
}

export const contextItem = (message: Message, kind: ContextItem['kind']): ContextItem => ({
  message,
  kind,
  tokens: tokensOf(message),
})

/** @param goal the user's message: what follows it is pinned where it is said by the user's side */
export function newModelContext(messages: readonly Message[], goal: string, tools: readonly ToolInfo[]): ModelContext {
  const found = messages.findLastIndex((message) => message.role === 'user' && message.text === goal)
  const from = found === -1 ? messages.findLastIndex(({ role }) => role === 'user') : found
  const items = messages.map((message, at) => contextItem(message, kindOf(message, at >= from)))
  return { ...noneShown, items, tokens: tokensIn(items) + estimateTokens(tools) }
}

const noneShown: ModelContext = { items: [], tokens: 0, scale: 1, quietUntil: 0 }

function kindOf(message: Message, isOfTask: boolean): ContextItem['kind'] {
  if (message.role === 'tool') return 'result'
  return message.role === 'system' || (message.role === 'user' && isOfTask) ? 'pinned' : 'work'
}

export const tokensIn = (items: readonly ContextItem[]): number => items.reduce((sum, { tokens }) => sum + tokens, 0)

export const withItems = (shown: ModelContext, added: readonly ContextItem[]): ModelContext =>
  added.length === 0 ? shown : { ...shown, items: [...shown.items, ...added], tokens: shown.tokens + tokensIn(added) }

/** The same after a reply: the endpoint's count says how far off the estimate is. Some count next to nothing. */
export function calibrate(shown: ModelContext, usage: Usage): ModelContext {
  if (usage.estimated || usage.input === 0 || shown.tokens === 0) return shown
  return { ...shown, scale: Math.min(4, Math.max(0.75, usage.input / shown.tokens)) }
}
