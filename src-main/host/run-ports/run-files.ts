import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import { type BesideState, besideChanges } from '../../workspace/snapshots/beside.ts'
import { createWritingSteps } from '../branches/writing-steps.ts'
import type { HostContext } from '../host-context.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import type { RunLog } from './run-log.ts'

/** Time limit for the snapshots at the end of a run, ms; after that it ends without them. */
const afterWithin = 60_000
/** Changed files that no snapshot holds are named up to this number. */
const maxBeside = 100
/** The state before is taken after this delay, ms, unless it is needed sooner. */
const beforeWithin = 1000

/**
 * The states of the files before, during and after a run, as recorded in its log.
 *
 * 1. No model call waits for one. Starting git blocks the process for some ms, so the state before is taken
 *    during the model call, not between the user's message and the first request.
 * 2. Writers request it and wait, so that it is taken before any change.
 * 3. The state after each step that may have written is recorded, unless it is unchanged.
 */
export interface RunFiles {
  /** Settles when the state before is in the log, or could not be taken. Never rejects. */
  before(): Promise<void>
  /** Detects steps that write. */
  onEvent(event: RunEvent): void
  /** Records another state that the run refers to, so that it is kept. */
  keep(snapshot: string): void
  /** Writes the state after into the log. Never rejects. */
  after(): Promise<void>
  /** Stops taking states: the run is left as it is. */
  leave(): void
}

export function recordFiles(
  { store, clock }: Pick<HostContext, 'store' | 'clock'>,
  work: ProjectWork,
  run: Run,
  log: RunLog,
): RunFiles {
  const past = log.events()
  const steps = createWritingSteps(past)
  let newest = lastState(past)
  let over = false
  const pending: Promise<void>[] = []

  const { looks } = work.snapshots
  /** Null: it was looked at before a crash, if at all. */
  let besideBefore: BesideState | null = null
  const changedBeside = async (now: BesideState) => {
    const before = besideBefore ?? (await looks.of(run.id))
    return before === null ? [] : besideChanges(before, now).slice(0, maxBeside)
  }

  const keep = (snapshot: string) => store.fileActs.keep(run.id, snapshot)
  const known = (snapshot: string) => {
    newest = snapshot
    keep(snapshot)
    store.fileActs.setAfter(run.id, snapshot)
  }
  const take = async (...when: readonly ('before' | 'after')[]) => {
    try {
      const { id, notCovered } = await work.snapshots.snapshot()
      const look = await work.snapshots.beside(notCovered).catch(() => null)
      if (when.includes('before')) besideBefore = look
      const beside = when.includes('after') && look !== null ? await changedBeside(look) : []
      // Stored before the log names the state before, so that whoever finds the one has the other.
      if (when.length === 1 && when[0] === 'before' && look !== null)
        await looks.keep(run.id, look).catch(() => undefined)
      if (over) return
      for (const each of when)
        log.append({
          type: 'files',
          when: each,
          snapshot: id,
          notCovered: [...notCovered],
          ...(each === 'after' && beside.length > 0 && { beside }),
        })
      log.commit()
      const { projectId, id: runId } = run
      const act = { place: run.workspaceId ?? projectId, projectId, kind: 'run', runId, at: clock.now() } as const
      if (when.includes('before')) store.fileActs.add({ ...act, before: id, after: null })
      known(id)
      if (when.includes('after')) await looks.forget(run.id).catch(() => undefined)
    } catch (thrown) {
      if (!over) warn(log, `The files ${when[0]} this run could not be recorded: ${failureFrom(thrown).message}`)
    }
  }
  let first: Promise<void> | null = isTaken(past) ? Promise.resolve() : null
  let stopWatching: (() => void) | null = null
  const soon = setTimeout(() => void before(), beforeWithin)
  function before(): Promise<void> {
    clearTimeout(soon)
    // From here on each snapshot costs only what changed.
    stopWatching ??= work.snapshots.watch()
    first ??= take('before')
    return first
  }
  // A missing intermediate state is covered by the next one.
  const takeStep = async (path: string) => {
    const { id } = await work.states.left()
    if (over || id === newest) return
    log.append({ type: 'files-step', path, snapshot: id })
    known(id)
  }
  const all = async () => {
    await work.states.settle()
    await Promise.all(pending)
    // If nothing requested the state before, the run has not written: it is also the state after.
    await (first === null ? take('before', 'after') : first.then(() => take('after')))
  }
  const leave = () => {
    clearTimeout(soon)
    stopWatching?.()
    over = true
  }
  return {
    before,
    leave,
    keep,
    onEvent: (event) => {
      const path = steps.endOf(event)
      if (path !== null) pending.push(takeStep(path).catch(() => undefined))
    },
    after: async () => {
      clearTimeout(soon)
      const late = lateAfter(afterWithin)
      await Promise.race([all(), late.promise])
      late.forget()
      // Later ones are left out: nothing may follow the end of the run.
      leave()
    },
  }
}

const isTaken = (events: readonly StoredEvent[]) =>
  events.some((event) => event.type === 'files' && event.when === 'before')

/** Only the run's own: what a fork copied belongs to the other run. */
function lastState(events: readonly StoredEvent[]): string | null {
  const first = events.find((event) => event.type === 'run-start')
  const copied = first?.type === 'run-start' ? (first.forkedFrom?.copied ?? 0) : 0
  const own = events.findLast((event) => event.seq > copied && (event.type === 'files' || event.type === 'files-step'))
  return own?.type === 'files' || own?.type === 'files-step' ? own.snapshot : null
}

/** Writes what the user should know. A log that can't be written reports that itself. */
export function warn(log: RunLog, text: string): void {
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
