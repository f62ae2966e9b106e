import type { Json, JsonObject } from '../../base/json.ts'
import { isObject, maxDeep, referred, withSubSchemas } from './sub-schemas.ts'

/** Names of properties that every API takes. Anthropic's rule, which is the strictest. */
const allowed = /^[a-zA-Z0-9_.-]{1,64}$/
const longest = 60
/** Forms that refer to each other are followed no further than this. */
const maxSteps = 5000

/** The schema with names of properties that every API takes: `filter[name]` is `filter_name_`. */
export function withPlainNames(schema: JsonObject): JsonObject {
  return renamed(schema, 0)
}

function renamed(schema: JsonObject, depth: number): JsonObject {
  if (depth > maxDeep) return schema
  const own = withSubSchemas(schema, (sub) => (isObject(sub) ? renamed(sub, depth + 1) : sub))
  const names = plainNames(schema)
  if (names === null) return own
  const plain = (name: string) => names.get(name) ?? name
  const properties = isObject(own['properties']) ? own['properties'] : {}
  return {
    ...own,
    properties: Object.fromEntries(Object.entries(properties).map(([name, sub]) => [plain(name), sub] as const)),
    ...(Array.isArray(own['required']) && {
      required: own['required'].map((each) => (typeof each === 'string' ? plain(each) : each)),
    }),
  }
}

/** Plain names by the schema's own; null: all are plain. */
function plainNames({ properties }: JsonObject): ReadonlyMap<string, string> | null {
  const names = isObject(properties) ? Object.keys(properties) : []
  const odd = names.filter((name) => !allowed.test(name))
  if (odd.length === 0) return null
  const used = new Set(names)
  return new Map(
    odd.map((name) => {
      const plain = name.replace(/[^a-zA-Z0-9_.-]/g, '_').slice(0, longest) || '_'
      let own = plain
      for (let n = 2; used.has(own); n++) own = `${plain}${n}`
      used.add(own)
      return [name, own]
    }),
  )
}

/** Arguments under the names of the tool's own schema. What is named otherwise, or as in the schema, stays. */
export function withOwnNames(values: Json, schema: JsonObject): Json {
  return restored(values, schema, { schema, left: maxSteps }, 0)
}

interface Whole {
  readonly schema: JsonObject
  left: number
}

function restored(values: Json, schema: Json | undefined, whole: Whole, depth: number): Json {
  if (depth > maxDeep || !isObject(schema) || --whole.left < 0) return values
  const base = referred(schema['$ref'], whole.schema)
  const forms = [base, ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => schema[name] ?? [])].filter(isObject)
  const inForms = forms.reduce((before, form) => restored(before, form, whole, depth + 1), values)
  if (Array.isArray(inForms)) return inForms.map((each: Json) => restored(each, schema['items'], whole, depth + 1))
  const properties = schema['properties']
  if (!isObject(inForms) || !isObject(properties)) return inForms
  const own = new Map([...(plainNames(schema) ?? [])].map(([name, plain]) => [plain, name]))
  return Object.fromEntries(
    Object.entries(inForms).map(([name, value]) => {
      const real = own.get(name) ?? name
      const sub = Object.hasOwn(properties, real) ? properties[real] : undefined
      return [real, restored(value, sub, whole, depth + 1)] as const
    }),
  )
}
