import { setTimeout as delay } from 'node:timers/promises'

/** The waits between attempts of a run's model calls, which the user can end early. */
export interface RetryWaits {
  /** Resolves after `ms`, after an abort, or with `early` as soon as the user wants the next attempt. */
  wait(ms: number, signal: AbortSignal): Promise<'early' | 'over'>
  /** Ends all current waits. Returns false if there is none. */
  tryNow(): boolean
}

export function createRetryWaits(): RetryWaits {
  const current = new Set<AbortController>()
  return {
    wait: async (ms, signal) => {
      const early = new AbortController()
      current.add(early)
      await delay(ms, undefined, { signal: AbortSignal.any([signal, early.signal]) }).catch(() => undefined)
      current.delete(early)
      return early.signal.aborted ? 'early' : 'over'
    },
    tryNow: () => {
      for (const early of current) early.abort()
      return current.size > 0
    },
  }
}
