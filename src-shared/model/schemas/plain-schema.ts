import type { Json, JsonObject } from '../../base/json.ts'
import { acceptableSchema } from './acceptable-schema.ts'
import { isObject, referred } from './sub-schemas.ts'

/** A schema that refers to itself is unfolded this deep. */
const maxDepth = 12
/** A schema whose references unfold into more than this is cut, so that a small one can't become huge. */
const maxNodes = 500

/**
 * The same parameters in the few words that every server understands: types, descriptions, properties, items, and lists of
 * texts to choose from. References are unfolded, and of several forms the first one that is not `null` is taken.
 * Gemini's list of supported fields is the shortest that is known.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const whole = acceptableSchema(schema)
  const budget = { left: maxNodes }
  return { ...plain(whole, whole, 0, budget), type: 'object' }
}

function plain(given: Json, whole: JsonObject, depth: number, budget: { left: number }): JsonObject {
  budget.left -= 1
  if (!isObject(given) || depth > maxDepth || budget.left < 0) return { type: 'string' }
  const schema = chosen(given, whole)
  const type = typeOf(schema)
  const words = [schema['description'] ?? given['description'], valuesOf(schema)].filter(
    (each) => typeof each === 'string' && each !== '',
  )
  const description = words.length === 0 ? {} : { description: words.join(' ') }
  const inside = (sub: Json) => plain(sub, whole, depth + 1, budget)
  if (type === 'array') return { type, ...description, items: inside(schema['items'] ?? { type: 'string' }) }
  if (type === 'object') {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    return {
      type,
      ...description,
      properties: Object.fromEntries(Object.entries(properties).map(([name, sub]) => [name, inside(sub)] as const)),
      ...(required.length > 0 && { required }),
    }
  }
  const values = textsOf(schema)
  return { type, ...description, ...(values !== null && type === 'string' && { enum: values }) }
}

/** What a reference leads to, and of a choice the first form that is not `null`. */
function chosen(schema: JsonObject, whole: JsonObject, depth = 0): JsonObject {
  if (depth > maxDepth) return {}
  const base = referred(schema['$ref'], whole)
  if (base !== null) return { ...chosen(base, whole, depth + 1), ...without(schema, '$ref') }
  for (const name of ['anyOf', 'oneOf', 'allOf']) {
    const forms = schema[name]
    if (!Array.isArray(forms)) continue
    const form = forms.find((each) => isObject(each) && each['type'] !== 'null')
    return { ...(isObject(form) ? chosen(form, whole, depth + 1) : {}), ...without(schema, name) }
  }
  return schema
}

const without = (schema: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name))

function typeOf({ type, properties, items, ...schema }: JsonObject): string {
  const named = Array.isArray(type) ? type.find((each) => each !== 'null') : type
  if (typeof named === 'string' && named !== 'null') return named
  if (properties !== undefined) return 'object'
  if (items !== undefined) return 'array'
  const value = schema['const'] ?? (Array.isArray(schema['enum']) ? schema['enum'][0] : undefined)
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string'
}

/** The texts that are allowed; null: any, or other values than texts. */
function textsOf({ enum: values, const: value }: JsonObject): readonly string[] | null {
  const all = Array.isArray(values) ? values : value === undefined ? [] : [value]
  const texts = all.filter((each) => typeof each === 'string' && each !== '')
  return texts.length > 0 && texts.length === all.length ? texts.map(String) : null
}

/** The values that are allowed, in words, where they can't be a list. */
function valuesOf(schema: JsonObject): string {
  const { enum: values, const: value } = schema
  const all = Array.isArray(values) ? values : value === undefined ? [] : [value]
  if (all.length === 0 || (textsOf(schema) !== null && typeOf(schema) === 'string')) return ''
  return `One of: ${all.map((each) => JSON.stringify(each)).join(', ')}.`
}
