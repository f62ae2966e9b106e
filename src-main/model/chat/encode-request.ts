import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'

/**
 * The body of a Chat Completions request, as JSON text. Pure: sending and rebuilding from the log use this
 * same function, so the inspector shows exactly the bytes that were sent.
 *
 * 1. `parameters` come first, in their own order; then messages, then tools.
 * 2. Reasoning is never sent back.
 * 3. No output of a model may make the next request invalid: many servers parse the arguments of earlier
 *    calls, check tool names, and refuse half of a surrogate pair.
 */
export function requestText(messages: readonly Message[], tools: readonly ToolInfo[], parameters: JsonObject): string {
  const listed = (key: string, parts: readonly string[]) => `${JSON.stringify(key)}:[${parts.join(',')}]`
  const given = JSON.stringify(parameters).slice(1, -1)
  const said = `"messages":[${messagesText(messages)}]`
  const offered = tools.map((each) => once(toolTexts, each, encodeTool))
  return `{${[given, said, ...(offered.length === 0 ? [] : [listed('tools', offered)])].filter((part) => part !== '').join(',')}}`
}

const toolTexts = new WeakMap<ToolInfo, string>()
/** A message is the same object in all requests of all turns of a conversation. */
const messageTexts = new WeakMap<Message, string>()

interface Beginning {
  readonly messages: readonly Message[]
  readonly text: string
}
/** Encoded beginnings of requests whose messages are immutable, by their last message. */
const beginnings = new WeakMap<Message, Beginning>()
/** A request adds an answer with its results, or a question: seldom more messages than this. */
const maxAdded = 32

/** A request repeats the messages of the one before: only new ones are encoded. */
function messagesText(messages: readonly Message[]): string {
  const before = longestBeginning(messages)
  const added = messages.slice(before?.messages.length ?? 0)
  const texts = added.map((each) => once(messageTexts, each, encodeMessage))
  const text = [...(before === null ? [] : [before.text]), ...texts].join(',')
  const last = messages.at(-1)
  if (last === undefined || !added.every((each) => messageTexts.has(each))) return text
  // Otherwise a long run would hold the text of each of its requests.
  const lastBefore = before?.messages.at(-1)
  if (lastBefore !== undefined) beginnings.delete(lastBefore)
  beginnings.set(last, { messages: [...messages], text })
  return text
}

function longestBeginning(messages: readonly Message[]): Beginning | null {
  const least = Math.max(0, messages.length - maxAdded)
  for (let at = messages.length - 1; at >= least; at--) {
    const last = messages[at]
    const known = last === undefined ? undefined : beginnings.get(last)
    if (known?.messages.length === at + 1 && known.messages.every((each, index) => each === messages[index]))
      return known
  }
  return null
}

function once<T extends object>(known: WeakMap<T, string>, part: T, encode: (part: T) => unknown): string {
  const before = known.get(part)
  if (before !== undefined) return before
  const text = JSON.stringify(encode(part))
  if (isFixed(part)) known.set(part, text)
  return text
}

function isFixed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFixed)
}

function encodeMessage(message: Message) {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: wellFormed(message.text) }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: wellFormed(message.text) }
    case 'assistant':
      if (message.toolCalls.length === 0) return { role: 'assistant', content: wellFormed(message.text) }
      return {
        role: 'assistant',
        content: message.text === '' ? null : wellFormed(message.text),
        tool_calls: message.toolCalls.map(encodeCall),
      }
  }
}

function encodeCall(call: ToolCall) {
  return {
    id: call.id,
    type: 'function',
    function: { name: toolName(call.tool), arguments: sendableArguments(call.arguments) },
  }
}

function encodeTool(tool: ToolInfo) {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  }
}

/** Letters, digits, `_` and `-`, at most 64: OpenAI's rule, which is the strictest. */
function toolName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
  return plain === '' ? 'unnamed' : plain
}

/** Arguments that are not a JSON object are wrapped in one, so that the model still sees what it wrote. */
function sendableArguments(text: string): string {
  const clean = wellFormed(text)
  if (clean.trim() === '') return '{}'
  return isJsonObject(clean) ? clean : JSON.stringify({ invalid_arguments: clean })
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Half a surrogate pair has no UTF-8 encoding; the replacement character is used. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}
