import { parseOutside } from '../../../src-shared/base/excess.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { Recipient } from '../wire.ts'

/** Functions for the requests of all APIs. */

/** Cached JSON texts of immutable objects, for one recipient. */
export type KnownTexts = WeakMap<object, string>

/** Caches one value per recipient; cleared when there are many. */
export function forEachRecipient<T>(make: () => T): (to: Recipient) => T {
  const known = new Map<string, T>()
  return ({ api, profileId, model, forms = [] }) => {
    const key = JSON.stringify([api, profileId, model, forms.filter((each) => !each.includes('tool'))])
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= maxRecipients) known.clear()
    const made = make()
    known.set(key, made)
    return made
  }
}

const maxRecipients = 50

/** The JSON text of a part of a request; cached for immutable parts. */
export function encodeOnce<T extends object>(known: KnownTexts, part: T, encode: (part: T) => unknown): string {
  const before = known.get(part)
  if (before !== undefined) return before
  const text = JSON.stringify(encode(part))
  if (isFixed(part)) known.set(part, text)
  return text
}

function isFixed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFixed)
}

/** A JSON object of the parameters, in their own order, and of fields whose values are JSON text. */
export function bodyText(parameters: JsonObject, fields: { readonly [name: string]: string }): string {
  const serialized = JSON.stringify(parameters).slice(1, -1)
  const listed = Object.entries(fields).map(([name, text]) => `${JSON.stringify(name)}:${text}`)
  return `{${[serialized, ...listed].filter((part) => part !== '').join(',')}}`
}

/** A valid tool name: letters, digits, `_` and `-`, at most 64. OpenAI's rule, which is the strictest. */
export function toolName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
  return plain === '' ? 'unnamed' : plain
}

/** Wraps arguments that are not a JSON object in one, so that the model still sees its own text. */
export function sendableArguments(text: string): string {
  const clean = wellFormed(text)
  if (clean.trim() === '') return '{}'
  return isJsonObject(clean) ? clean : JSON.stringify({ invalid_arguments: clean })
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = parseOutside(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Replaces half of a surrogate pair, which has no UTF-8 encoding, with the replacement character. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}
