import type { AssistantMessage, ModelReply, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { parseReact } from './parse-text-call.ts'
import { argumentsFor } from './text-call-arguments.ts'
import { segmentsOf } from './text-call-lines.ts'

/** `problem`: what is wrong with the answer, for the model; null if it can be used. */
export interface ReadAnswer {
  readonly message: AssistantMessage
  readonly problem: string | null
}

/** An answer in which each step is an action, `FINISH` among them. @param id of the call that the text is read as */
export function readTextCall(
  { message: reply, finish }: ModelReply,
  id: string,
  tools: readonly ToolInfo[],
): ReadAnswer {
  // Native calls were not offered and may not be complete.
  const message = { ...reply, toolCalls: [] }
  if (reply.text.trim() === '') return { message, problem: reply.toolCalls.length === 0 ? null : onlyCalls }
  const move = parseReact(reply.text)
  if (move.kind === 'malformed') return { message, problem: move.problem }
  if (move.kind === 'finish') return { message: { ...message, text: move.text }, problem: null }
  // Plain text does not show its end: text that was cut off looks complete (T9).
  if (finish === 'length' && move.input.kind === 'plain') return { message, problem: cutInside }
  const made = argumentsFor(move.tool, move.input, tools)
  if (!made.ok) return { message, problem: made.problem }
  const call: ToolCall = { id, tool: move.tool, arguments: made.text, complete: true }
  return { message: { ...message, text: move.thought, toolCalls: [call] }, problem: null }
}

const onlyCalls = 'It has no text, and tool calls of your own making are not known here.'
const cutInside = 'Your answer ended inside the Action Input, at the limit of its length. Send a shorter step.'

/** The same of an answer that is final if it names no action. */
export function readTextAnswer(reply: ModelReply, id: string, tools: readonly ToolInfo[]): ReadAnswer {
  const { text } = reply.message
  const acts = segmentsOf(text).some(({ label }) => label === 'action' || label === 'final')
  if (acts || text.trim() === '') return readTextCall(reply, id, tools)
  return { message: { ...reply.message, toolCalls: [] }, problem: null }
}
