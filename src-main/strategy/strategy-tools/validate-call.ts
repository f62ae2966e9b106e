import { parseOutside } from '../../../src-shared/base/excess.ts'
import type { Json } from '../../../src-shared/base/json.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'

/** Whether a call of a strategy's tool is valid, with the result for the model. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T; readonly result: ToolResult }
  | { readonly ok: false; readonly result: ToolResult }

/** Parsed arguments, also as data for the log, or what is wrong with them. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly data: Json }
  | { readonly ok: false; readonly problems: string }

/** A call that was cut off is never accepted, even if its arguments look complete (T10). */
export function validateCall<T>(call: ToolCall, parse: (value: unknown) => Parsed<T>): Validation<T> {
  if (!call.complete) return { ok: false, result: refusal(call, incompleteCall) }
  const read = readArguments(call.arguments)
  if (!read.ok) return { ok: false, result: refusal(call, read.problem) }
  const parsed = parse(read.value)
  if (parsed.ok) return { ok: true, value: parsed.value, result: acceptance(call, parsed.data) }
  const why = `The arguments do not fit: ${parsed.problems}. Call ${call.tool} again.`
  return { ok: false, result: refusal(call, why) }
}

function readArguments(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: parseOutside(text.trim() === '' ? '{}' : text) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, problem: `The arguments are not valid JSON: ${why}. Send one JSON object.` }
  }
}

export const incompleteCall = 'Your answer ended inside this call, so it was not run. Send the whole call again.'

/** A failed result that says why; nothing ran. */
export function refusal(call: ToolCall, why: string): ToolResult {
  return { callId: call.id, tool: call.tool, ok: false, text: why, summary: 'not run', durationMs: 0, data: null }
}

function acceptance(call: ToolCall, data: Json): ToolResult {
  return { callId: call.id, tool: call.tool, ok: true, text: 'Accepted.', summary: 'accepted', durationMs: 0, data }
}
