import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { CallHearing } from '../call.ts'

/**
 * Stands between a call and whoever hears it.
 *
 * 1. After an abort nothing is heard any more.
 * 2. A hearer that throws (a full disk) ends the call with its own failure; it is never taken for a fault of the
 *    endpoint and tried again.
 */
export class HearingGuard {
  private readonly controller = new AbortController()
  private readonly outer: AbortSignal
  private readonly onAbort = () => this.controller.abort()
  readonly hear: CallHearing
  broken: Failure | null = null

  constructor(hear: CallHearing, outer: AbortSignal) {
    this.outer = outer
    outer.addEventListener('abort', this.onAbort, { once: true })
    if (outer.aborted) this.onAbort()
    this.hear = {
      delta: (channel, text) => this.pass(() => hear.delta(channel, text)),
      callDelta: (index, tool, text) => this.pass(() => hear.callDelta(index, tool, text)),
      retry: (attempt, waitMs, failure) => this.pass(() => hear.retry(attempt, waitMs, failure)),
    }
  }

  /** Aborted by the user's stop, and by a hearer that throws. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  close(): void {
    this.outer.removeEventListener('abort', this.onAbort)
  }

  private pass(say: () => void): void {
    if (this.signal.aborted) return
    try {
      say()
    } catch (error) {
      this.broken = failureFrom(error)
      this.controller.abort()
    }
  }
}
