import type { StoredEvent } from '../../src-shared/event.ts'
import { failureFrom } from '../../src-shared/failure.ts'
import type { Snapshots } from '../workspace/snapshots.ts'
import type { RunLog } from './run-log.ts'

/** The snapshots are not waited for longer than this at the end of a run, ms: then it ends without them. */
const afterWithin = 60_000

/**
 * The state of the project's files before and after a run, as the run's log keeps it. No model call waits for it;
 * what writes does, so that the state before is the state before.
 */
export interface RunFiles {
  /** Settles when the state before is in the log, or could not be had. Never rejects. */
  readonly before: Promise<void>
  /** Writes the state after into the log. Never rejects. */
  after(): Promise<void>
}

export function recordFiles(snapshots: Snapshots, log: RunLog): RunFiles {
  const taken = isTaken(log.events())
  let over = false
  const take = async (when: 'before' | 'after') => {
    try {
      const { id, notCovered } = await snapshots.snapshot()
      if (over) return
      log.append({ type: 'files', when, snapshot: id, notCovered: [...notCovered] })
      log.commit()
    } catch (thrown) {
      if (!over) warn(log, `The files ${when} this run could not be recorded: ${failureFrom(thrown).message}`)
    }
  }
  const before = taken ? Promise.resolve() : take('before')
  return {
    before,
    after: async () => {
      const late = lateAfter(afterWithin)
      await Promise.race([before.then(() => take('after')), late.promise])
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
