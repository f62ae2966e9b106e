import type { StoredEvent } from '../../src-shared/event.ts'
import { failureFrom } from '../../src-shared/failure.ts'
import type { Snapshots } from '../workspace/snapshots.ts'
import type { RunLog } from './run-log.ts'

/** The snapshots are not waited for longer than this at the end of a run, ms: then it ends without them. */
const afterWithin = 60_000
/** The state before is taken after this long, ms, where nothing asked for it sooner. */
const beforeWithin = 1000

/**
 * The state of the project's files before and after a run, as the run's log keeps it.
 *
 * 1. No model call waits for it. Starting git holds up the process for some ms, so the state before is taken
 *    while the model thinks, not between the user's message and the first request.
 * 2. What writes asks for it and waits, so that the state before is the state before.
 */
export interface RunFiles {
  /** Settles when the state before is in the log, or could not be had. Never rejects. */
  before(): Promise<void>
  /** Writes the state after into the log. Never rejects. */
  after(): Promise<void>
}

export function recordFiles(snapshots: Snapshots, log: RunLog): RunFiles {
  let over = false
  const take = async (...when: readonly ('before' | 'after')[]) => {
    try {
      const { id, notCovered } = await snapshots.snapshot()
      if (over) return
      for (const each of when) log.append({ type: 'files', when: each, snapshot: id, notCovered: [...notCovered] })
      log.commit()
    } catch (thrown) {
      if (!over) warn(log, `The files ${when[0]} this run could not be recorded: ${failureFrom(thrown).message}`)
    }
  }
  let first: Promise<void> | null = isTaken(log.events()) ? Promise.resolve() : null
  const soon = setTimeout(() => void before(), beforeWithin)
  function before(): Promise<void> {
    clearTimeout(soon)
    first ??= take('before')
    return first
  }
  // Where nothing asked for the state before, nothing of the run has written: it is the state after as well.
  const both = () => (first === null ? take('before', 'after') : first.then(() => take('after')))
  return {
    before,
    after: async () => {
      clearTimeout(soon)
      const late = lateAfter(afterWithin)
      await Promise.race([both(), late.promise])
      late.forget()
      // What comes later is left out: nothing may follow the end of the run.
      over = true
    },
  }
}

const isTaken = (events: readonly StoredEvent[]) =>
  events.some((event) => event.type === 'files' && event.when === 'before')

/** A log that takes nothing more says so itself, to those who must know. */
function warn(log: RunLog, text: string): void {
  try {
    log.append({ type: 'notice', path: '', level: 'warning', text })
  } catch {
    return
  }
}

function lateAfter(ms: number): { promise: Promise<void>; forget(): void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return { promise, forget: () => clearTimeout(timer) }
}
