import type { Json, JsonObject } from '../../base/json.ts'
import { plainTop } from './plain-top.ts'
import { isObject, maxDeep, referred, withSubSchemas } from './sub-schemas.ts'

/**
 * The parameters of a tool as every API takes them, with the same meaning as far as it can be said: servers write older
 * drafts, OpenAPI and shorthands, of which one is enough to have a whole request refused.
 *
 * 1. The top is an object with properties, and no choice between several (OpenAI, Anthropic).
 * 2. Each array says what its items are (OpenAI, Gemini); each reference leads somewhere in the schema.
 * 3. It is draft 2020-12 (Anthropic): no boolean `exclusiveMinimum`, no list of `items`, known types only.
 */
export function acceptableSchema(schema: JsonObject): JsonObject {
  const top = plainTop(schema)
  const whole = repaired(top, top, 0)
  return { ...whole, type: 'object', properties: isObject(whole['properties']) ? whole['properties'] : {} }
}

/**
 * The parameters with what every API wants to be said, and otherwise as they came: the properties of the whole, and the
 * items of each array.
 */
export function completeSchema(schema: JsonObject): JsonObject {
  const whole = withItems(schema, 0)
  return { ...whole, type: 'object', properties: isObject(whole['properties']) ? whole['properties'] : {} }
}

function withItems(schema: JsonObject, depth: number): JsonObject {
  if (depth > maxDeep) return schema
  const own = withSubSchemas(schema, (sub) => (isObject(sub) ? withItems(sub, depth + 1) : sub))
  return own['type'] === 'array' && own['items'] === undefined ? { ...own, items: {} } : own
}

function repaired(schema: JsonObject, whole: JsonObject, depth: number): JsonObject {
  if (depth > maxDeep) return {}
  const own: { [name: string]: Json } = { ...schema }
  for (const name of ['$schema', '$id', '$comment', '$vocabulary', '$anchor'])
    if (!isObject(own[name])) delete own[name]
  if ('$ref' in own && referred(own['$ref'], whole) === null) delete own['$ref']
  repairType(own)
  repairLimits(own)
  repairLists(own)
  return withSubSchemas(own, (sub) => (isObject(sub) ? repaired(sub, whole, depth + 1) : shorthand(sub)))
}

type Draft = { [name: string]: Json }

/** `true`, or the name of a type in the place of a schema. */
const shorthand = (sub: Json): JsonObject => {
  const type = typeof sub === 'string' ? knownType(sub) : null
  return type === null ? {} : { type }
}

const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
/** How programming languages call them. */
const otherNames: { readonly [name: string]: string } = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  list: 'array',
}

function knownType(name: Json): string | null {
  if (typeof name !== 'string') return null
  const plain = name.toLowerCase()
  if (types.has(plain)) return plain
  return Object.hasOwn(otherNames, plain) ? (otherNames[plain] ?? null) : null
}

function repairType(own: Draft): void {
  const { type, nullable } = own
  const named = Array.isArray(type) ? type.map(knownType).filter((each) => each !== null) : knownType(type ?? null)
  if (Array.isArray(named) ? named.length === 0 : named === null) delete own['type']
  else if (named !== null) own['type'] = named
  if (own['type'] === undefined && isObject(own['properties'])) own['type'] = 'object'
  if (own['type'] === undefined && own['items'] !== undefined) own['type'] = 'array'
  // OpenAPI 3.0.
  if (typeof nullable !== 'boolean') return
  delete own['nullable']
  if (nullable && typeof own['type'] === 'string') own['type'] = [own['type'], 'null']
}

function repairLimits(own: Draft): void {
  // Until draft 4 these said how `minimum` and `maximum` are meant.
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof own[flag] !== 'boolean') continue
    const bound = own[limit]
    if (own[flag] && typeof bound === 'number') {
      own[flag] = bound
      delete own[limit]
    } else delete own[flag]
  }
  const { pattern } = own
  if (pattern !== undefined && !isPattern(pattern)) delete own['pattern']
}

function isPattern(pattern: Json): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

function repairLists(own: Draft): void {
  const { properties, required, items } = own
  if (properties !== undefined && !isObject(properties)) delete own['properties']
  if (required !== undefined) {
    const names = Array.isArray(required) ? required.filter((each) => typeof each === 'string') : null
    const known = isObject(properties) ? names?.filter((each) => Object.hasOwn(properties, each)) : names
    if (known === null || known === undefined) delete own['required']
    else own['required'] = [...new Set(known)]
  }
  if (own['enum'] !== undefined && (!Array.isArray(own['enum']) || own['enum'].length === 0)) delete own['enum']
  // A tuple, before draft 2020-12.
  if (Array.isArray(items)) {
    own['items'] = items.length === 0 ? {} : items.length === 1 ? (items[0] ?? {}) : { anyOf: items }
    delete own['additionalItems']
  } else if (typeof items === 'boolean') own['items'] = {}
  const isArray = own['type'] === 'array' || (Array.isArray(own['type']) && own['type'].includes('array'))
  if (isArray && own['items'] === undefined) own['items'] = {}
}
