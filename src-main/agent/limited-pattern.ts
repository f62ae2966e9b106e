import { type Context, createContext, Script } from 'node:vm'

/** Time limit of a pattern on a message, ms: it blocks the whole app. */
const maxMs = 50
/** The same for a command's output, which is longer and is searched once per check, ms. */
const maxScoreMs = 500
/** A pattern sees only this many characters from the end of the output. */
const maxSearched = 100_000

const first = new Script('new RegExp(pattern, flags).exec(text)?.[0] ?? null')
const last = new Script(
  '{ let last; for (const found of text.matchAll(new RegExp(pattern, flags))) last = found; last?.[1] ?? last?.[0] ?? null }',
)

type Found = { readonly found: string | null } | 'too-slow'

/**
 * Applies a user's pattern to a text. One with excessive backtracking, such as
 * `(a+)+$`, is ended by the engine itself (T11).
 * @returns the match; `too-slow` if it was ended
 */
export const findWithin = ({ source, flags }: RegExp, text: string): Found =>
  searched(first, { pattern: source, flags, text }, maxMs)

/** The number in a command's output, or why there is none. */
export interface Score {
  readonly score: number | null
  /** A sentence; left out if the search was completed. */
  readonly scoreProblem?: string
}

/** The number in the pattern's last match, in its first group if it has one. */
export function scoreIn(output: string, pattern: string): Score {
  try {
    const outcome = searched(last, { pattern, flags: 'gm', text: output.slice(-maxSearched) }, maxScoreMs)
    if (outcome === 'too-slow') return { score: null, scoreProblem: tooSlow }
    const text = outcome.found ?? ''
    const number = text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''))
    return { score: Number.isFinite(number) ? number : null }
  } catch {
    return { score: null, scoreProblem: 'The score pattern is not a regular expression, so there is no score.' }
  }
}

const tooSlow =
  'The score pattern took too long on the output, so there is no score. Remove nested repetitions from it.'

/** The scripts' context. Created once, for the first pattern: creating it takes longer than most searches. */
const seen: { pattern: string; flags: string; text: string } = { pattern: '', flags: '', text: '' }
let context: Context | undefined

function searched(script: Script, values: typeof seen, timeout: number): Found {
  context ??= createContext(seen)
  try {
    Object.assign(seen, values)
    const found: unknown = script.runInContext(context, { timeout })
    return { found: typeof found === 'string' ? found : null }
  } catch (thrown) {
    if (isTimeout(thrown)) return 'too-slow'
    throw thrown
  } finally {
    seen.text = ''
  }
}

/** The error may belong to the other context. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
