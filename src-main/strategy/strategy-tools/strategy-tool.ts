import { z } from 'zod'
import { type Json, type JsonObject, json, jsonObject } from '../../../src-shared/base/json.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo, ToolResult } from '../../../src-shared/model/tool.ts'
import type { Routine } from '../steps.ts'
import { type Parsed, type Validation, validateCall } from './validate-call.ts'

/**
 * A tool that a strategy owns (`submit_plan`): its "execution" is the validation of its arguments, which is pure
 * and happens here. The agent only records it.
 */
export interface StrategyTool<T = unknown> {
  readonly info: ToolInfo
  validate(call: ToolCall): Validation<T>
  /**
   * Arguments as a model writes them in text, such as a numbered list; undefined if the text has none. Not validated.
   */
  readonly fromText?: ((text: string) => unknown) | undefined
}

/** A tool whose accepted calls a routine of the strategy carries out. */
export interface HandledTool {
  readonly info: ToolInfo
  validate(call: ToolCall): Validation<JsonObject>
  handle(call: ToolCall, value: JsonObject): Routine<ToolResult>
}

export function strategyTool<T>(
  name: string,
  description: string,
  schema: z.ZodType<T>,
  fromText?: StrategyTool<T>['fromText'],
): StrategyTool<T> {
  const info = { name, description, parameters: jsonSchemaOf(schema), effect: 'own' } as const
  return { info, fromText, validate: (call) => validateCall(call, (value) => parsed(value, schema)) }
}

/** JSON Schema (draft 2020-12) of the arguments: fields with a default may be left out. */
export function jsonSchemaOf(schema: z.ZodType): { readonly [key: string]: Json } {
  return jsonObject.parse(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))))
}

function parsed<T>(value: unknown, schema: z.ZodType<T>): Parsed<T> {
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data, data: json.parse(read.data) }
  return { ok: false, problems: problems(read.error) }
}

function problems(error: z.ZodError): string {
  return error.issues
    .slice(0, 8)
    .map((issue) => `${issue.path.length === 0 ? 'the arguments' : `\`${issue.path.join('.')}\``}: ${issue.message}`)
    .join('; ')
}
