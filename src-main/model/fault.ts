import type { Failure } from '../../src-shared/base/failure.ts'
import type { Named } from './refusals/named.ts'

/** Why one attempt at an answer failed, and whether another attempt may help. */
export interface Fault {
  readonly failure: Failure
  /** Maximum attempts in total for this fault; 1: no retry. */
  readonly tries: number
  /** How long the server asks to wait, ms; null if it does not say. */
  readonly afterMs: number | null
  /** What the server's error names, which may be a part of the request that it refuses; null if it is no refusal. */
  readonly refusal: Named | null
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
  readonly refusal?: Named
}

/** @param detail for readers of a log; omitted if empty */
export function fault(kind: Failure['kind'], message: string, advice: string, detail: string, more: More = {}): Fault {
  const failure: Failure = { kind, message, advice, ...(detail === '' ? {} : { detail }) }
  return {
    failure,
    tries: more.tries ?? maxAttempts.once,
    afterMs: more.afterMs ?? null,
    refusal: more.refusal ?? null,
  }
}
