import type { Fault } from '../fault.ts'

/** First wait, ms; each further one is twice as long. */
const firstWaitMs = 500
const maxWaitMs = 16_000
/** A server may ask for a longer wait than our own, up to this, ms; beyond it, the call fails with a message. */
export const maxAskedMs = 60_000

/**
 * How long to wait before the next attempt, ms; null to give up. Exponential with jitter: between half
 * of the wait and the whole, so that runs that failed together do not retry together.
 * @param tried number of attempts so far
 * @param chance a number in [0, 1)
 */
export function nextWait(fault: Fault, tried: number, chance: number): number | null {
  if (tried >= fault.tries) return null
  if (fault.afterMs !== null && fault.afterMs > maxAskedMs) return null
  const wait = Math.min(maxWaitMs, firstWaitMs * 2 ** (tried - 1))
  const own = Math.round(wait * (0.5 + chance / 2))
  return fault.afterMs === null ? own : Math.max(own, fault.afterMs)
}
