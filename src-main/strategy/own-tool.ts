import { z } from 'zod'
import { type Json, json, jsonObject } from '../../src-shared/json.ts'
import type { ToolCall } from '../../src-shared/message.ts'
import type { ToolInfo, ToolResult } from '../../src-shared/tool.ts'

/**
 * A tool that a strategy owns (`submit_plan`): its "execution" is the validation of its arguments, so it is
 * judged purely here and only recorded by the agent.
 */
export interface OwnTool<T = unknown> {
  readonly info: ToolInfo
  judge(call: ToolCall): Judgement<T>
}
type Judgement<T> =
  | { readonly ok: true; readonly value: T; readonly result: ToolResult }
  | { readonly ok: false; readonly result: ToolResult }

export function ownTool<T>(name: string, description: string, schema: z.ZodType<T>): OwnTool<T> {
  const info = { name, description, parameters: jsonSchemaOf(schema), effect: 'own' } as const
  return { info, judge: (call) => judge(call, schema) }
}

/** JSON Schema (draft 2020-12) of what may be sent: fields with a default may be left out. */
export function jsonSchemaOf(schema: z.ZodType): { readonly [key: string]: Json } {
  return jsonObject.parse(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))))
}

function judge<T>(call: ToolCall, schema: z.ZodType<T>): Judgement<T> {
  if (!call.complete) return { ok: false, result: refusal(call, cutOff) }
  const read = readArguments(call.arguments)
  if (!read.ok) return { ok: false, result: refusal(call, read.problem) }
  const parsed = schema.safeParse(read.value)
  if (parsed.success) return { ok: true, value: parsed.data, result: acceptance(call, parsed.data) }
  return {
    ok: false,
    result: refusal(call, `The arguments do not fit: ${problems(parsed.error)}. Call ${call.tool} again.`),
  }
}

function readArguments(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: JSON.parse(text.trim() === '' ? '{}' : text) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, problem: `The arguments are not valid JSON: ${why}. Send one JSON object.` }
  }
}

function problems(error: z.ZodError): string {
  return error.issues
    .slice(0, 8)
    .map((issue) => `${issue.path.length === 0 ? 'the arguments' : `\`${issue.path.join('.')}\``}: ${issue.message}`)
    .join('; ')
}

export const cutOff = 'Your answer ended inside this call, so it was not run. Send the whole call again.'

/** A failed result that says why; nothing was run. */
export function refusal(call: ToolCall, why: string): ToolResult {
  return { callId: call.id, tool: call.tool, ok: false, text: why, summary: 'not run', durationMs: 0, data: null }
}

function acceptance(call: ToolCall, value: unknown): ToolResult {
  const data = json.parse(value)
  return { callId: call.id, tool: call.tool, ok: true, text: 'Accepted.', summary: 'accepted', durationMs: 0, data }
}
