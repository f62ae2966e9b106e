import type { Json } from '../base/json.ts'

/**
 * Shortens long texts, for spans that are not open. A short text contains the length of the whole and, through a hash
 * of it, is equal only if the whole was equal. Shortening it again changes nothing.
 */
const roomForMark = 40

/** @param most maximum characters that are kept */
export function shortText(text: string, most: number): string {
  if (text.length <= most + roomForMark) return text
  return `${text.slice(0, most)}… (${text.length} characters, ${markOf(text)})`
}

/** The same for all texts in it; of long lists and objects the first entries are kept. */
export function shortJson(value: Json, most: number): Json {
  if (typeof value === 'string') return shortText(value, most)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const short = value.slice(0, maxEntries).map((each) => shortJson(each, most))
    return isTooLong(value) ? [...short, rest(value)] : [...short, ...value.slice(maxEntries)]
  }
  const entries = Object.entries(value)
  const short = entries.slice(0, maxEntries).map(([name, each]) => [name, shortJson(each, most)] as const)
  return Object.fromEntries(
    isTooLong(entries) ? [...short, ['…', rest(entries)]] : [...short, ...entries.slice(maxEntries)],
  )
}

const maxEntries = 20
/** One more entry marks those that were left out. */
const isTooLong = (entries: readonly unknown[]) => entries.length > maxEntries + 1
const rest = (entries: readonly unknown[]) =>
  `… (${entries.length - maxEntries} more, ${markOf(JSON.stringify(entries.slice(maxEntries)))})`

/** Arguments of a call as JSON text: shorter, and still JSON where they were. */
export function shortArguments(text: string, most: number): string {
  if (text.length <= most + roomForMark) return text
  try {
    const short = JSON.stringify(shortJson(JSON.parse(text), most))
    return short.length < text.length ? short : text
  } catch {
    return shortText(text, most)
  }
}

/** Thirty-two bits of a text. Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
