import { z } from 'zod'
import { type Json, json, jsonObject } from '../../../src-shared/base/json.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { type Fitted, type Judgement, judgeCall } from './own-call.ts'

/**
 * A tool that a strategy owns (`submit_plan`): its "execution" is the validation of its arguments, so it is
 * judged purely here and only recorded by the agent.
 */
export interface OwnTool<T = unknown> {
  readonly info: ToolInfo
  judge(call: ToolCall): Judgement<T>
}

export function ownTool<T>(name: string, description: string, schema: z.ZodType<T>): OwnTool<T> {
  const info = { name, description, parameters: jsonSchemaOf(schema), effect: 'own' } as const
  return { info, judge: (call) => judgeCall(call, (value) => fitSchema(value, schema)) }
}

/** JSON Schema (draft 2020-12) of what may be sent: fields with a default may be left out. */
export function jsonSchemaOf(schema: z.ZodType): { readonly [key: string]: Json } {
  return jsonObject.parse(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))))
}

function fitSchema<T>(value: unknown, schema: z.ZodType<T>): Fitted<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data, data: json.parse(parsed.data) }
  return { ok: false, problems: problems(parsed.error) }
}

function problems(error: z.ZodError): string {
  return error.issues
    .slice(0, 8)
    .map((issue) => `${issue.path.length === 0 ? 'the arguments' : `\`${issue.path.join('.')}\``}: ${issue.message}`)
    .join('; ')
}
