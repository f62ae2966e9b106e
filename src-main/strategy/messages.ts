import type { AssistantMessage, Message, ToolCall, ToolMessage } from '../../src-shared/model/message.ts'
import type { ToolResult } from '../../src-shared/model/tool.ts'
import type { CallEntry } from '../../src-shared/strategy/strategy-info.ts'

export const userText = (text: string): Message => ({ role: 'user', text })
export const assistantText = (text: string): Message => ({ role: 'assistant', text, reasoning: '', toolCalls: [] })

/** The messages with the system message first, if it has any text. */
export function withSystem(system: string, messages: readonly Message[]): readonly Message[] {
  return system === '' ? messages : [{ role: 'system', text: system }, ...messages]
}

export const resultMessage = (result: ToolResult): ToolMessage => ({
  role: 'tool',
  callId: result.callId,
  tool: result.tool,
  ok: result.ok,
  text: result.text,
})

export const callEntry = (result: ToolResult): CallEntry => ({
  tool: result.tool,
  ok: result.ok,
  error: result.ok ? null : result.text,
  durationMs: result.durationMs,
  ...(isNotAllowed(result) ? { notAllowed: true } : {}),
})

const isNotAllowed = ({ data }: ToolResult): boolean =>
  typeof data === 'object' && data !== null && 'notAllowed' in data && data['notAllowed'] === true

/**
 * The same message with unique call ids (T10): servers send empty and repeated ids, and a result
 * refers to its call by id alone.
 */
export function withDistinctIds(message: AssistantMessage): AssistantMessage {
  const taken = new Set<string>()
  const toolCalls = message.toolCalls.map((call) => {
    const id = freeId(call, taken)
    taken.add(id)
    return id === call.id ? call : { ...call, id }
  })
  return toolCalls.every((call, at) => call === message.toolCalls[at]) ? message : { ...message, toolCalls }
}

function freeId(call: ToolCall, taken: ReadonlySet<string>): string {
  const base = call.id === '' ? 'call' : call.id
  if (call.id !== '' && !taken.has(base)) return base
  for (let count = 1; ; count++) {
    const id = `${base}_${count}`
    if (!taken.has(id)) return id
  }
}
