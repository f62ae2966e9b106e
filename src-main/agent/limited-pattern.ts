import { type Context, createContext, Script } from 'node:vm'

/** Longer than this no pattern may look at a message, ms: the whole app waits meanwhile. */
const maxMs = 50
/** The same for what a command printed, which is longer and is looked at once a check, ms. */
const maxScoreMs = 500
/** Of what was printed a pattern sees no more than the end, characters. */
const maxSearched = 100_000

const first = new Script('new RegExp(pattern, flags).exec(text)?.[0] ?? null')
const last = new Script(
  '{ let last; for (const found of text.matchAll(new RegExp(pattern, flags))) last = found; last?.[1] ?? last?.[0] ?? null }',
)

type Found = { readonly found: string | null } | 'too-slow'

/**
 * Tries a pattern that a user wrote on a text. One that goes back over the text again and again, such as
 * `(a+)+$`, is ended by the engine itself (T11).
 * @returns what it found; `too-slow` where it was ended
 */
export const findWithin = ({ source, flags }: RegExp, text: string): Found =>
  searched(first, { pattern: source, flags, text }, maxMs)

/** The number in a command's output, or why there is none. */
export interface Score {
  readonly score: number | null
  /** A sentence; left out if the pattern was searched for to the end. */
  readonly scoreProblem?: string
}

/** The number that the pattern's last match names, by its first group where it has one. */
export function scoreIn(output: string, pattern: string): Score {
  try {
    const came = searched(last, { pattern, flags: 'gm', text: output.slice(-maxSearched) }, maxScoreMs)
    if (came === 'too-slow') return { score: null, scoreProblem: tooSlow }
    const text = came.found ?? ''
    const number = text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''))
    return { score: Number.isFinite(number) ? number : null }
  } catch {
    return { score: null, scoreProblem: 'The pattern for the score is no regular expression, so there is no score.' }
  }
}

const tooSlow =
  'The pattern for the score took too long on the output and was ended, so there is no score: write it without repetitions inside repetitions.'

/** What the scripts see. Made once, when the first pattern is tried: making it takes longer than most searches. */
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

/** The error may be one of the other context's. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
