import type { Failure } from '../../src-shared/base/failure.ts'

/** What went wrong in one try at an answer, and whether another try may help. */
export interface Fault {
  readonly failure: Failure
  /** How many tries in all this fault deserves; 1 is no second one. */
  readonly tries: number
  /** How long the server asks to wait, ms; null where it says nothing. */
  readonly afterMs: number | null
  /** The server's own words, where it gave any: they may name a parameter that it refuses. */
  readonly words: string
}

/** Carries a fault out of a stream, which can only throw. It never leaves the model client. */
export class FaultError extends Error {
  override name = 'FaultError'
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.failure.message)
    this.fault = fault
  }
}

/** Tries that each kind of trouble deserves: waiting helps an outage, seldom a bad answer. */
export const tries = { once: 1, twice: 2, few: 3, outage: 5 } as const

interface More {
  readonly tries?: number
  readonly afterMs?: number | null
  readonly words?: string
}

/** @param detail what a log reader wants; an empty text leaves it out */
export function fault(kind: Failure['kind'], message: string, advice: string, detail: string, more: More = {}): Fault {
  const failure: Failure = { kind, message, advice, ...(detail === '' ? {} : { detail }) }
  return { failure, tries: more.tries ?? tries.once, afterMs: more.afterMs ?? null, words: more.words ?? '' }
}
