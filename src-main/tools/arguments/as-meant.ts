import type { Json, JsonObject } from '../../../src-shared/base/json.ts'
import type { ToolEffect } from '../../../src-shared/model/tool.ts'
import { visibleName } from '../text/visible.ts'

/** What a tool takes. */
export interface Taker {
  readonly name: string
  readonly effect: ToolEffect
  /** JSON Schema of an object. */
  readonly parameters: JsonObject
}

export interface Meant {
  readonly values: Record<string, unknown>
  /** What was not taken as it was written, in words. */
  readonly taken: readonly string[]
}

/** Names that models know for parameters from other agents. */
const otherNames: { readonly [name: string]: readonly string[] } = {
  path: ['file_path', 'filename', 'file_name', 'file', 'target_file', 'directory', 'dir', 'folder', 'directory_path'],
  content: ['contents', 'text', 'file_text', 'file_content'],
  old_text: ['old_string', 'old_str', 'old'],
  new_text: ['new_string', 'new_str', 'new'],
  command: ['cmd', 'command_line'],
  pattern: ['query', 'regex', 'regexp'],
  glob: ['glob_pattern', 'file_pattern', 'pattern'],
  args: ['arguments', 'argv'],
}
/** What models add to say why they call; it changes nothing. */
const remarks =
  /^(explanation|description|reason|reasoning|rationale|purpose|thought|thoughts|thinking|comment|note|intent|summary|_.*)$/i

/** Levels of a value that are looked at. */
const maxDepth = 6

/**
 * Arguments as they can only be meant: numbers, booleans and lists that were written as texts, other names of
 * parameters, and remarks that no parameter takes. What could mean two things stays as it is, and is refused.
 */
export function asMeant(tool: Taker, values: Record<string, unknown>): Meant {
  const taken: string[] = []
  const named = renamed(tool, values, taken)
  const meant = Object.entries(named).map(([name, value]) => [
    name,
    converted(value, propertiesOf(tool.parameters)[name], tool, name, taken, 0),
  ])
  return { values: Object.fromEntries(meant), taken }
}

function renamed(tool: Taker, values: Record<string, unknown>, taken: string[]): Record<string, unknown> {
  const known = propertiesOf(tool.parameters)
  const isClosed = tool.parameters['additionalProperties'] === false
  const odd = Object.keys(values).filter((name) => !Object.hasOwn(known, name))
  if (!isClosed || odd.length === 0) return values
  const missing = Object.keys(known).filter((name) => !Object.hasOwn(values, name))
  const byOdd = new Map<string, string>()
  for (const name of missing) {
    const others = odd.filter((each) => letters(each) === letters(name) || otherNames[name]?.includes(each) === true)
    const [only] = others
    if (only !== undefined && others.length === 1 && !byOdd.has(only)) byOdd.set(only, name)
  }
  const leftOut = (name: string) =>
    odd.includes(name) && name !== '__proto__' && (remarks.test(name) || tool.effect === 'read')
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const own = byOdd.get(name)
      if (own !== undefined) taken.push(`${visibleName(name)} as ${own}`)
      else if (leftOut(name)) {
        taken.push(`without ${visibleName(name.slice(0, 80))}, which ${tool.name} does not have`)
        return []
      }
      return [[own ?? name, value]]
    }),
  )
}

const letters = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

function converted(
  value: unknown,
  schema: Json | undefined,
  tool: Taker,
  name: string,
  taken: string[],
  depth: number,
): unknown {
  const types = typesOf(schema)
  if (types === null || depth > maxDepth) return value
  if (types.has(typeOf(value)) || (typeof value === 'number' && types.has('number'))) {
    const one = asObject(schema)
    if (Array.isArray(value))
      return value.map((each: unknown) => converted(each, one?.['items'], tool, name, taken, depth + 1))
    if (typeof value !== 'object' || value === null || one === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        converted(each, propertiesOf(one)[key], tool, `${name}.${key}`, taken, depth + 1),
      ]),
    )
  }
  const found =
    typeof value === 'string' ? fromText(value, types, schema, tool, name) : fromList(value, types, tool, name)
  const [only] = found
  if (only === undefined || found.length > 1) return value
  taken.push(`${visibleName(name)} as ${only.as}`)
  return only.value
}

interface Reading {
  readonly value: unknown
  readonly as: string
}

/** All that the text could be. */
function fromText(
  text: string,
  types: ReadonlySet<string>,
  schema: Json | undefined,
  tool: Taker,
  name: string,
): readonly Reading[] {
  const plain = text.trim()
  const found: Reading[] = []
  const isNumber = types.has('number') ? /^-?\d{1,15}(\.\d+)?$/ : /^-?\d{1,15}$/
  if ((types.has('number') || types.has('integer')) && isNumber.test(plain))
    found.push({ value: Number(plain), as: `the number ${plain}` })
  if (types.has('boolean') && /^(true|false)$/i.test(plain))
    found.push({ value: plain.toLowerCase() === 'true', as: plain.toLowerCase() })
  const parsed = parsedJson(plain)
  if (types.has('array') && Array.isArray(parsed)) found.push({ value: parsed, as: 'a list' })
  if (types.has('object') && typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    found.push({ value: parsed, as: 'an object' })
  // Words that no shell would read otherwise.
  const takesTexts = types.has('array') && typesOf(asObject(schema)?.['items'])?.has('string') === true
  const words = tool.name === 'git' && name === 'args' ? plain.split(/\s+/) : [plain]
  if (takesTexts && parsed === undefined && words.every((each) => plainWord.test(each)))
    found.push({ value: words, as: 'a list' })
  return found
}

const plainWord = /^[\w./:=@%+,-]+$/

/** A command line whose words were listed; a word that a shell would read otherwise could mean two things. */
function fromList(value: unknown, types: ReadonlySet<string>, tool: Taker, name: string): readonly Reading[] {
  const isText = (each: unknown): each is string => typeof each === 'string'
  if (tool.name !== 'shell' || name !== 'command' || !types.has('string')) return []
  if (!Array.isArray(value) || value.length === 0 || !value.every(isText)) return []
  const [only = ''] = value
  if (value.length > 1 && !value.every((each) => plainWord.test(each))) return []
  return [{ value: value.length === 1 ? only : value.join(' '), as: 'one command line' }]
}

function parsedJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The types that a schema allows; null: it does not say, or says it in a way that is not read here. */
function typesOf(schema: Json | undefined): ReadonlySet<string> | null {
  const found = asObject(schema)
  if (found === null) return null
  const { type, anyOf } = found
  if (typeof type === 'string') return new Set([type])
  if (Array.isArray(type)) return new Set(type.filter((each) => typeof each === 'string'))
  if (!Array.isArray(anyOf)) return null
  const each = anyOf.map(typesOf)
  return each.includes(null) ? null : new Set(each.flatMap((one) => [...(one ?? [])]))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

const propertiesOf = (schema: JsonObject): JsonObject => asObject(schema['properties']) ?? {}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asObject = (value: Json | undefined): JsonObject | null => (isObject(value) ? value : null)
