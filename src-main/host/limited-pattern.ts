import { createContext, Script } from 'node:vm'

/** Longer than this no pattern may look at a message, ms: the whole app waits meanwhile. */
const mostMs = 50

const script = new Script('new RegExp(pattern, flags).exec(text)?.[0] ?? null')

/**
 * Tries a pattern that a user wrote on a text. One that goes back over the text again and again, such as
 * `(a+)+$`, is ended by the engine itself (T11).
 * @returns what it found; `too-slow` where it was ended
 */
export function findWithin({ source, flags }: RegExp, text: string): { readonly found: string | null } | 'too-slow' {
  try {
    const found: unknown = script.runInContext(createContext({ pattern: source, flags, text }), { timeout: mostMs })
    return { found: typeof found === 'string' ? found : null }
  } catch (thrown) {
    if (isTimeout(thrown)) return 'too-slow'
    throw thrown
  }
}

/** The error may be one of the other context's. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
