import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Json, JsonObject } from '../../../src-shared/base/json.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { type Parsed, type Validation, validateCall } from './validate-call.ts'

/**
 * One argument of a tool that a user's strategy owns, as plain data: no patterns and no code, so that it can be
 * validated anywhere. `otherwise` is the default; without it, the argument is required.
 */
export type ToolField = OwnFieldKind & { readonly description: string; readonly otherwise?: Json | undefined }
type OwnFieldKind =
  | { readonly type: 'text'; readonly min: number; readonly max: number | null }
  | { readonly type: 'number'; readonly min: number | null; readonly max: number | null; readonly whole: boolean }
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'list'; readonly item: ToolField; readonly min: number; readonly max: number | null }
  | { readonly type: 'group'; readonly fields: ToolFields }
export type ToolFields = { readonly [name: string]: ToolField }

/** The tool as the model sees it. */
export const fieldsToolInfo = (name: string, description: string, fields: ToolFields): ToolInfo => ({
  name,
  description,
  parameters: groupSchema(fields),
  effect: 'own',
})

/** Validates a call by its fields: unknown arguments are dropped, and errors are reported. */
export const validateFields = (call: ToolCall, fields: ToolFields): Validation<JsonObject> =>
  validateCall(call, (value) => fitFields(value, fields))

function fitFields(value: unknown, fields: ToolFields): Parsed<JsonObject> {
  const wrong: string[] = []
  const fitted = fitGroup(value, fields, '', wrong)
  if (wrong.length === 0) return { ok: true, value: fitted, data: fitted }
  return { ok: false, problems: wrong.slice(0, 8).join('; ') }
}

function fitGroup(value: unknown, fields: ToolFields, path: string, wrong: string[]): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    wrong.push(`${path === '' ? 'the arguments' : `\`${path}\``}: must be an object`)
    return {}
  }
  const values = new Map<string, unknown>(Object.entries(value))
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`
      const sent = values.get(name)
      if (sent !== undefined) return [name, fitField(sent, field, at, wrong)]
      if (field.otherwise === undefined) wrong.push(`\`${at}\`: is missing`)
      return [name, field.otherwise ?? null]
    }),
  )
}

function fitField(value: unknown, field: ToolField, path: string, wrong: string[]): Json {
  const refused = (must: string): Json => {
    wrong.push(`\`${path}\`: must be ${must}`)
    return null
  }
  switch (field.type) {
    case 'text':
      if (typeof value !== 'string') return refused('text')
      return within(value.length, field) ? value : refused(`text of ${range(field)} characters`)
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return refused('a number')
      if (field.whole && !Number.isInteger(value)) return refused('a whole number')
      return within(value, field) ? value : refused(`a number, ${range(field)}`)
    case 'flag':
      return typeof value === 'boolean' ? value : refused('true or false')
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
        ? value
        : refused(`one of ${field.choices.join(', ')}`)
    case 'list':
      if (!Array.isArray(value)) return refused('a list')
      if (!within(value.length, field)) return refused(`a list of ${range(field)} entries`)
      return value.map((each: unknown, at) => fitField(each, field.item, `${path}.${at}`, wrong))
    case 'group':
      return fitGroup(value, field.fields, path, wrong)
    default:
      return assertNever(field)
  }
}

interface Range {
  readonly min: number | null
  readonly max: number | null
}
const within = (value: number, { min, max }: Range) => (min === null || value >= min) && (max === null || value <= max)

function range({ min, max }: Range): string {
  if (max === null) return `at least ${min ?? 0}`
  return min === null ? `at most ${max}` : `${min} to ${max}`
}

const groupSchema = (fields: ToolFields): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.entries(fields).flatMap(([name, { otherwise }]) => (otherwise === undefined ? [name] : [])),
})

function fieldSchema(field: ToolField): JsonObject {
  const { description, otherwise } = field
  const extras = {
    ...(description === '' ? {} : { description }),
    ...(otherwise === undefined ? {} : { default: otherwise }),
  }
  return { ...shapeSchema(field), ...extras }
}

function shapeSchema(field: ToolField): JsonObject {
  switch (field.type) {
    case 'text':
      return { type: 'string', ...limits(field, 'minLength', 'maxLength') }
    case 'number':
      return { type: field.whole ? 'integer' : 'number', ...limits(field, 'minimum', 'maximum') }
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: field.choices }
    case 'list':
      return { type: 'array', items: fieldSchema(field.item), ...limits(field, 'minItems', 'maxItems') }
    case 'group':
      return groupSchema(field.fields)
    default:
      return assertNever(field)
  }
}

const limits = ({ min, max }: Range, least: string, most: string): JsonObject => ({
  ...(min === null ? {} : { [least]: min }),
  ...(max === null ? {} : { [most]: max }),
})
