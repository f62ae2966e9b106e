import type { Redacted } from '../../../src-shared/api/export-requests.ts'
import { secretName, secretShapes } from './secret-shapes.ts'

/**
 * Removes what looks like a secret from what leaves the app (T30), and reports kind and place of each.
 * It knows patterns and the app's own keys, not meanings: a secret without a pattern, such as a password in a
 * sentence, is not detected. So the app asks users to check before they share.
 */
export interface Redactor {
  /** Scans a text, so that its secrets are removed wherever they occur. */
  learn(text: string): void
  /** The text with a mark in place of each secret. @param location description of where the text is */
  text(text: string, location?: string): string
  /** Any plain JSON with its strings and keys redacted, and the values of keys that are named like secrets. */
  deep<T>(value: T, location?: string): T
  found(): readonly Redacted[]
}

/** Shorter ones occur in texts by chance. */
const minLearned = 8
const maxPlaces = 12

/** @param mark the replacement for a secret */
export function createRedactor(
  keys: readonly string[],
  mark: (kind: string, secret: string) => string = readableMark,
): Redactor {
  const counted = new Map<string, { count: number; places: Set<string> }>()
  const learned = new Map(keys.filter((key) => key.length >= minLearned).map((key) => [key, 'key of this app']))
  let pattern: RegExp | null = null

  const take = (kind: string, secret: string, location: string): string => {
    const known = counted.get(kind) ?? { count: 0, places: new Set() }
    known.count += 1
    if (location !== '' && known.places.size < maxPlaces) known.places.add(location)
    counted.set(kind, known)
    return mark(kind, secret)
  }
  const learnedPattern = (): RegExp | null => {
    if (learned.size === 0) return null
    // The longest first: one secret may be a prefix of another.
    const all = [...learned.keys()].sort((one, other) => other.length - one.length)
    pattern ??= new RegExp(all.map((each) => each.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g')
    return pattern
  }
  const text = (raw: string, location = ''): string => {
    const known = learnedPattern()
    const withoutKnown =
      known === null ? raw : raw.replace(known, (found) => take(learned.get(found) ?? '', found, location))
    return secretShapes.reduce(
      (now, { kind, shape }) => now.replace(shape, (found) => (isMark(found) ? found : take(kind, found, location))),
      withoutKnown,
    )
  }
  const walk = (value: unknown, location: string): unknown => {
    if (typeof value === 'string') return text(value, location)
    if (Array.isArray(value)) return value.map((each) => walk(each, location))
    if (typeof value !== 'object' || value === null) return value
    return fieldsOf(value, location)
  }
  // A field name may be a secret too, such as a token used as a map key; no field may be lost to a duplicate mark.
  const fieldsOf = (value: object, location: string): object => {
    const fields = new Map<string, unknown>()
    for (const [key, each] of Object.entries(value)) {
      const shown = key.length < minLearned ? key : text(key, location)
      let name = shown
      for (let more = 2; fields.has(name); more++) name = `${shown} ${more}`
      fields.set(name, field(key, each, location))
    }
    return Object.fromEntries(fields)
  }
  const field = (key: string, value: unknown, location: string): unknown =>
    typeof value === 'string' && value.length >= 4 && secretName.test(key) && !isMark(value)
      ? take('named secret', value, location)
      : walk(value, location)
  return {
    learn: (secrets) => {
      for (const { kind, shape } of secretShapes)
        for (const [found] of secrets.matchAll(shape)) {
          if (found.length < minLearned || isMark(found) || learned.has(found)) continue
          learned.set(found, kind)
          pattern = null
        }
    },
    text,
    // Only strings and names change, and no name in a type is a secret: so the type stays valid, which TypeScript can't
    // see.
    deep: <T>(value: T, location = '') => walk(value, location) as T,
    found: () => [...counted].map(([kind, { count, places }]) => ({ kind, count, places: [...places] })),
  }
}

const readableMark = (kind: string): string => `[redacted: ${kind}]`

/**
 * Marks have the length of the secret and are one word, as most secrets are, so that a strategy that cuts a text at a
 * length, or counts or splits its words, gets the same result when it is replayed from the redacted log. Each secret
 * of the same length and kind has its own mark, so that two of them used as field names stay distinct.
 */
export function sameLengthMarks(): (kind: string, secret: string) => string {
  const replacements = new Map<string, string>()
  const used = new Set<string>()
  return (kind, secret) => {
    const before = replacements.get(secret)
    if (before !== undefined) return before
    const plain = markOfLength(kind, secret.length)
    let mark = plain
    for (let more = 2; used.has(mark) && `${more}`.length < plain.length; more++)
      mark = plain.slice(0, plain.length - `${more}`.length) + more
    replacements.set(secret, mark)
    used.add(mark)
    return mark
  }
}

function markOfLength(kind: string, length: number): string {
  const words = `[redacted-${kind.replaceAll(' ', '-')}]`
  return words.length <= length ? words.padEnd(length, '*') : '*'.repeat(length)
}

const isMark = (found: string): boolean => found.startsWith('[redacted') || /^\*+\d*$/.test(found)
