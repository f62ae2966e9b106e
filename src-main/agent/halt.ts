import { setMaxListeners } from 'node:events'
import type { Failure } from '../../src-shared/base/failure.ts'

/**
 * Ends a run from outside its strategy: Stop, a reached limit, a changed strategy, a log that can't be written.
 * It passes around the generators, so that no `try` in a strategy can swallow it.
 */
export class Halt extends Error {
  override name = 'Halt'
  readonly reason: 'aborted' | 'failed' | 'log-broken'
  readonly failure: Failure
  constructor(reason: Halt['reason'], failure: Failure) {
    super(failure.message)
    this.reason = reason
    this.failure = failure
  }
}

export interface HaltSwitch {
  /** Passed to ports: aborted by Stop and by everything that must not wait for a step's end. */
  readonly signal: AbortSignal
  readonly halt: Halt | null
  /** Halts the run; the first cause is kept. `now` also cancels the steps in progress. */
  raise(halt: Halt, when: 'now' | 'before-next-step'): Halt
  /** Throws if the run is halted. */
  check(): void
  /** Detaches from the outer signal; what was opened for the run is ended by the inner one. */
  release(): void
}

export function haltSwitch(stop: AbortSignal): HaltSwitch {
  const inner = new AbortController()
  // Every parallel branch listens; that is no leak.
  setMaxListeners(0, inner.signal)
  let halt: Halt | null = null
  const raise: HaltSwitch['raise'] = (next, when) => {
    halt ??= next
    if (when === 'now') inner.abort()
    return halt
  }
  const onStop = () => raise(new Halt('aborted', stopped), 'now')
  if (stop.aborted) onStop()
  else stop.addEventListener('abort', onStop, { once: true })
  return {
    signal: inner.signal,
    get halt() {
      return halt
    },
    raise,
    check: () => {
      if (halt !== null) throw halt
    },
    release: () => {
      stop.removeEventListener('abort', onStop)
      inner.abort()
    },
  }
}

const stopped: Failure = {
  kind: 'aborted',
  message: 'The run was stopped.',
  advice: 'Work done so far is kept. Send a message to continue.',
}

/**
 * Time in which a port may end its step itself after the signal, so that its real end is known; then it is abandoned.
 * A command uses most of it: it may remove its locks, and is killed then.
 */
const graceMs = 350

/** The work's result, or the halt if the work ignores the signal (T11). */
export function untilHalted<T>(work: Promise<T>, halts: HaltSwitch, grace = graceMs): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => {
      timer = setTimeout(() => reject(halts.halt ?? new Halt('aborted', stopped)), grace)
    }
    const settled = () => {
      clearTimeout(timer)
      halts.signal.removeEventListener('abort', onAbort)
    }
    if (halts.signal.aborted) onAbort()
    else halts.signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(settled)
  })
}
