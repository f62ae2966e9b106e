import type { Json, JsonObject } from '../../../src-shared/base/json.ts'

/** Levels of an argument and of a schema that are looked at; what is deeper stays as it is. */
const maxDepth = 20

/**
 * An object without the fields that are `null` although their schema does not allow it: models write that for what they
 * leave out. Where the schema allows `null`, it is a value: it clears a field.
 */
export function withoutNulls(values: object, schema: JsonObject): Record<string, unknown> {
  return cleaned(values, schema, schema, 0)
}

function cleaned(values: object, schema: Json | undefined, whole: JsonObject, depth: number): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const own = fieldSchema(schema, name, whole)
    if (value === null) return allowsNull(own, whole, 0) ? [[name, value]] : []
    return [[name, inside(value, own, whole, depth + 1)]]
  })
  return Object.fromEntries(entries)
}

function inside(value: unknown, schema: Json | undefined, whole: JsonObject, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  const found = resolved(schema, whole)
  // What belongs to which alternative is not known.
  if (found === undefined || 'anyOf' in found || 'oneOf' in found || 'allOf' in found) return value
  if (Array.isArray(value)) return value.map((each: unknown) => inside(each, found['items'], whole, depth + 1))
  return isObject(found['properties']) ? cleaned(value, found, whole, depth) : value
}

/** Undefined: nothing is said of it. False: there can be no such field. */
function fieldSchema(schema: Json | undefined, name: string, whole: JsonObject): Json | undefined {
  const found = resolved(schema, whole)
  const { properties, additionalProperties } = found ?? {}
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name]
  return additionalProperties ?? (isObject(properties) ? undefined : {})
}

function allowsNull(schema: Json | undefined, whole: JsonObject, depth: number): boolean {
  if (schema === true) return true
  const found = resolved(schema, whole)
  if (found === undefined || depth > maxDepth) return false
  const { type, anyOf, oneOf, allOf } = found
  if (found['nullable'] === true) return true
  if (type !== undefined && type !== 'null' && !(Array.isArray(type) && type.includes('null'))) return false
  if ('const' in found) return found['const'] === null
  if (Array.isArray(found['enum'])) return found['enum'].includes(null)
  for (const some of [anyOf, oneOf])
    if (Array.isArray(some)) return some.some((each: Json) => allowsNull(each, whole, depth + 1))
  return Array.isArray(allOf) ? allOf.every((each: Json) => allowsNull(each, whole, depth + 1)) : true
}

/** With a reference inside of the whole schema followed; undefined if it is no object, or leads nowhere. */
function resolved(schema: Json | undefined, whole: JsonObject): JsonObject | undefined {
  let found = schema
  for (let steps = 0; steps < maxDepth; steps++) {
    if (!isObject(found)) return undefined
    const { $ref: reference } = found
    if (typeof reference !== 'string') return found
    found = at(whole, reference)
  }
  return undefined
}

/** Source: RFC 6901, JSON Pointer, as the fragment of an address. */
function at(whole: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined
  let found: Json | undefined = whole
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
