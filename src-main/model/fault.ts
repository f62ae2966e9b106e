import type { Failure } from '../../src-shared/base/failure.ts'

/** Why one attempt at an answer failed, and whether another attempt may help. */
export interface Fault {
  readonly failure: Failure
  /** Maximum attempts in total for this fault; 1: no retry. */
  readonly tries: number
  /** How long the server asks to wait, ms; null if it does not say. */
  readonly afterMs: number | null
  /** The server's own error text, if any: it may name a parameter that the server refuses. */
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

/** Maximum attempts for each kind of fault: waiting helps with an outage, seldom with a bad answer. */
export const maxAttempts = { once: 1, twice: 2, few: 3, outage: 5 } as const

interface More {
  readonly tries?: number
  readonly afterMs?: number | null
  readonly words?: string
}

/** @param detail for readers of a log; omitted if empty */
export function fault(kind: Failure['kind'], message: string, advice: string, detail: string, more: More = {}): Fault {
  const failure: Failure = { kind, message, advice, ...(detail === '' ? {} : { detail }) }
  return { failure, tries: more.tries ?? maxAttempts.once, afterMs: more.afterMs ?? null, words: more.words ?? '' }
}
