import { excessInJson } from '../../../src-shared/base/excess.ts'
import { listed } from '../../../src-shared/base/format.ts'
import { readWritten } from '../../../src-shared/base/whole-object.ts'
import { visible } from '../text/visible.ts'
import { asMeant, type Taker } from './as-meant.ts'
import { withoutNulls } from './without-nulls.ts'

/** Maximum characters of arguments; a larger file is written in parts. */
const argumentsLimit = 8_000_000
/** Values of arguments. */
const argumentValues = 20_000

export type Parsed =
  /** `note`: how arguments were taken that were not written as they should; empty if all were. */
  | { readonly ok: true; readonly values: unknown; readonly note: string }
  | { readonly ok: false; readonly problem: string }

/**
 * Parses the arguments that the model wrote as a JSON object. Models leave the text empty if they have no arguments and
 * write `null` for what they leave out; both are accepted (threat T10). A `null` that the parameters allow is a value.
 * What can mean only one thing is taken so (`asMeant`).
 */
export function parseArguments(taker: Taker, text: string): Parsed {
  const tool = taker.name
  if (text.length > argumentsLimit)
    return problem(
      `The arguments of ${tool} are ${text.length} characters long, of at most ${argumentsLimit}. Do it in smaller parts.`,
    )
  if (text.trim() === '') return { ok: true, values: {}, note: '' }
  const excess = excessInJson(text, argumentValues)
  if (excess !== null)
    return problem(`The arguments of ${tool} are too much to be read: ${excess}. Do it in smaller parts.`)
  try {
    const { value, form } = readWritten(text)
    return checked(taker, value, form)
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : ''
    return problem(
      `The arguments of ${tool} are no valid JSON: ${visible(why.slice(0, 200))}. Call it again with one JSON object.`,
    )
  }
}

function checked(taker: Taker, values: unknown, form: string | null): Parsed {
  const tool = taker.name
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return problem(`The arguments of ${tool} must be one JSON object.`)
  const meant = asMeant(taker, { ...values })
  const present = Object.entries(withoutNulls(meant.values, taker.parameters))
  if (present.some(([name]) => name === '__proto__')) return problem(`${tool} has no parameter __proto__.`)
  const odd = present.find(([, value]) => hasOddText(value))
  if (odd !== undefined)
    return problem(
      `${visible(odd[0].slice(0, 80))} holds a NUL character or half of a character (a lone surrogate), which no file or command can.`,
    )
  const taken = [...(form === null ? [] : [form]), ...meant.taken].slice(0, 10)
  const note = taken.length === 0 ? '' : `[Taken as meant: ${listed(taken)}.]`
  return { ok: true, values: Object.fromEntries(present), note }
}

function hasOddText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'string' && hasOddText(each))
  return typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))
}

const problem = (text: string): Parsed => ({ ok: false, problem: text })

/** The closest known name, or null if none is close. Source: Levenshtein distance. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = name
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const ranked = known
    .map((each) => ({ each, far: distance(wanted, each.replace(/[^a-z]/g, '')) }))
    .sort((a, b) => a.far - b.far)
  const best = ranked[0]
  return best !== undefined && best.far <= Math.max(2, best.each.length / 2) ? best.each : null
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
