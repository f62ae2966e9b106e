import type { Json, JsonObject } from '../../base/json.ts'

/** Where a JSON Schema holds others. Source: JSON Schema draft 2020-12, and what earlier drafts had beyond it. */
const inMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const
const inLists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const single = ['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const
/** These may also be `true` or `false`. */
const orBoolean = ['additionalProperties', 'unevaluatedProperties', 'additionalItems', 'unevaluatedItems'] as const

/** Schemas nest less deeply; what is deeper allows anything. */
export const maxDeep = 40

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema with each schema that it holds directly changed. */
export function withSubSchemas(schema: JsonObject, change: (sub: Json) => Json): JsonObject {
  const changed: { [name: string]: Json } = { ...schema }
  for (const name of inMaps) {
    const map = schema[name]
    if (isObject(map))
      changed[name] = Object.fromEntries(Object.entries(map).map(([key, sub]) => [key, change(sub)] as const))
  }
  for (const name of inLists) {
    const list = schema[name]
    if (Array.isArray(list)) changed[name] = list.map(change)
  }
  for (const name of single) {
    const sub = schema[name]
    if (sub !== undefined && !Array.isArray(sub)) changed[name] = change(sub)
  }
  for (const name of orBoolean) {
    const sub = schema[name]
    if (isObject(sub)) changed[name] = change(sub)
  }
  return changed
}

/** What a reference inside the whole schema leads to (RFC 6901); null if it leads elsewhere or nowhere. */
export function referred(ref: unknown, whole: JsonObject): JsonObject | null {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return null
  const steps = ref.slice(1).split('/').slice(1).map(unescaped)
  let at: Json | undefined = whole
  for (const step of steps) {
    if (Array.isArray(at)) at = at[Number(step)]
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step]
    else return null
  }
  return isObject(at) ? at : null
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}
