import { listed } from '../../base/format.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { isObject, referred } from './sub-schemas.ts'

const choices = ['allOf', 'anyOf', 'oneOf'] as const
/** What the top must not have (OpenAI, Anthropic). */
const notAtTop: ReadonlySet<string> = new Set([...choices, '$ref', 'not', 'if', 'then', 'else', 'enum', 'const'])
const maxDepth = 8
/** Forms that refer to each other unfold into no more than this, and a property is of no more kinds. */
const [maxParts, maxKinds] = [300, 30]

interface Parts {
  readonly properties: { readonly [name: string]: Json }
  readonly required: readonly string[]
  /** What has to be given in each of several forms, if these differ. */
  readonly forms: readonly (readonly string[])[]
}

/**
 * The schema of an object without any choice at its top: with the properties of all forms, of which those are required
 * that every form requires. The description says which belong together.
 */
export function plainTop(schema: JsonObject): JsonObject {
  if (!Object.keys(schema).some((name) => notAtTop.has(name))) return schema
  const { properties, required, forms } = partsOf(schema, schema, 0, { left: maxParts })
  const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => !notAtTop.has(name)))
  const said = [schema['description'], sayForms(forms)].filter((each) => typeof each === 'string' && each !== '')
  return {
    ...kept,
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    ...(said.length > 0 && { description: said.join(' ') }),
  }
}

function partsOf(schema: JsonObject, whole: JsonObject, depth: number, budget: { left: number }): Parts {
  const own: Parts = {
    properties: isObject(schema['properties']) ? schema['properties'] : {},
    required: namesIn(schema['required']),
    forms: [],
  }
  budget.left -= 1
  if (depth > maxDepth || budget.left < 0) return own
  const base = referred(schema['$ref'], whole)
  const inside = (sub: Json): Parts => partsOf(isObject(sub) ? sub : {}, whole, depth + 1, budget)
  const all = [own, ...(base === null ? [] : [inside(base)]), ...subsOf(schema, 'allOf').map(inside)]
  const then = ['then', 'else'].flatMap((name) => (isObject(schema[name]) ? [optional(inside(schema[name]))] : []))
  const either = (['anyOf', 'oneOf'] as const).flatMap((name) => eitherOf(subsOf(schema, name).map(inside)))
  return [...all, ...then, ...either].reduce(both)
}

const subsOf = (schema: JsonObject, name: (typeof choices)[number]): readonly Json[] => {
  const subs = schema[name]
  return Array.isArray(subs) ? subs : []
}

const optional = ({ properties, forms }: Parts): Parts => ({ properties, required: [], forms })

const both = (one: Parts, other: Parts): Parts => ({
  properties: joined(one.properties, other.properties),
  required: [...new Set([...one.required, ...other.required])],
  forms: [...one.forms, ...other.forms],
})

function eitherOf(parts: readonly Parts[]): readonly Parts[] {
  const [first, ...others] = parts
  if (first === undefined) return []
  const required = first.required.filter((name) => others.every((each) => each.required.includes(name)))
  const forms = parts.map((each) => each.required)
  const differ = forms.some((names) => names.length > required.length)
  return [{ ...parts.map(optional).reduce(both), required, forms: differ ? forms : [] }]
}

function joined(one: Parts['properties'], other: Parts['properties']): Parts['properties'] {
  const more = Object.entries(other).map(([name, schema]): [string, Json] => {
    const before = Object.hasOwn(one, name) ? one[name] : undefined
    return [name, before === undefined ? schema : eitherSchema(before, schema)]
  })
  return { ...one, ...Object.fromEntries(more) }
}

function eitherSchema(before: Json, other: Json): Json {
  const known = isObject(before) && Array.isArray(before['anyOf']) ? before['anyOf'] : [before]
  if (known.length >= maxKinds) return before
  const text = JSON.stringify(other)
  return known.some((each) => JSON.stringify(each) === text) ? before : { anyOf: [...known, other] }
}

const namesIn = (required: Json | undefined): readonly string[] =>
  Array.isArray(required) ? required.filter((each) => typeof each === 'string') : []

function sayForms(forms: Parts['forms']): string {
  if (forms.length === 0) return ''
  const said = forms.map((names) => (names.length === 0 ? 'none of these' : listed(names, 'and')))
  return `Give ${[...new Set(said)].join('; or ')}.`
}
