import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { ReactInput } from './text-call-input.ts'

type Made = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string }

/** The arguments of a call as JSON text. Plain text becomes the tool's only required field, if there is just one. */
export function argumentsFor(tool: string, input: ReactInput, tools: readonly ToolInfo[]): Made {
  if (input.kind === 'json') return { ok: true, text: input.text }
  const info = tools.find((each) => each.name === tool)
  // The loop refuses a tool that does not exist, with its own text.
  if (info === undefined) return { ok: true, text: JSON.stringify({ input: input.text }) }
  const field = onlyField(info.parameters)
  if (field === null) return { ok: false, problem: wantsObject(info) }
  const value = field.number && input.text.trim() !== '' ? Number(input.text) : input.text
  return { ok: true, text: JSON.stringify({ [field.name]: Number.isNaN(value) ? input.text : value }) }
}

/** The only required field, or the only field. */
function onlyField(schema: JsonObject): { readonly name: string; readonly number: boolean } | null {
  const fields = Object.entries(objectIn(schema['properties']))
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const needed = fields.filter(([name]) => required.includes(name))
  const [one, ...more] = needed.length > 0 ? needed : fields
  if (one === undefined || more.length > 0) return null
  const { type } = objectIn(one[1])
  if (type !== undefined && type !== 'string' && type !== 'number' && type !== 'integer') return null
  return { name: one[0], number: type === 'number' || type === 'integer' }
}

function objectIn(value: Json | undefined): JsonObject {
  const read = jsonObject.safeParse(value)
  return read.success ? read.data : {}
}

function wantsObject({ name, parameters }: ToolInfo): string {
  const fields = Object.keys(objectIn(parameters['properties']))
  const which = fields.length === 0 ? '' : ` with the fields ${fields.join(', ')}`
  return `${name} takes one JSON object${which}, and what stands after "Action Input:" is plain text.`
}
