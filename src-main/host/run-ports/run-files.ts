import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import { createWritingSteps } from '../branches/writing-steps.ts'
import type { HostContext } from '../host-context.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import type { RunLog } from './run-log.ts'

/** The snapshots are not waited for longer than this at the end of a run, ms: then it ends without them. */
const afterWithin = 60_000
/** The state before is taken after this long, ms, if nothing asked for it sooner. */
const beforeWithin = 1000

/**
 * The states of the files before, in and after a run, as the run's log keeps them.
 *
 * 1. No model call waits for one. Starting git holds up the process for some ms, so the state before is taken
 *    while the model thinks, not between the user's message and the first request.
 * 2. What writes asks for it and waits, so that the state before is the state before.
 * 3. After each step that may have written comes the state that it left, unless that is the one before it.
 */
export interface RunFiles {
  /** Settles when the state before is in the log, or was not available. Never rejects. */
  before(): Promise<void>
  /** Looks for steps that write. */
  onEvent(event: RunEvent): void
  /** Names a state that the run came by in another way, so that it can be found again. */
  keep(snapshot: string): void
  /** Writes the state after into the log. Never rejects. */
  after(): Promise<void>
  /** Nothing more is taken: the run is left as it is. */
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

  const keep = (snapshot: string) => store.fileActs.keep(run.id, snapshot)
  const known = (snapshot: string) => {
    newest = snapshot
    keep(snapshot)
    store.fileActs.setAfter(run.id, snapshot)
  }
  const take = async (...when: readonly ('before' | 'after')[]) => {
    try {
      const { id, notCovered } = await work.snapshots.snapshot()
      if (over) return
      for (const each of when) log.append({ type: 'files', when: each, snapshot: id, notCovered: [...notCovered] })
      log.commit()
      const { projectId, id: runId } = run
      const act = { place: run.workspaceId ?? projectId, projectId, kind: 'run', runId, at: clock.now() } as const
      if (when.includes('before')) store.fileActs.add({ ...act, before: id, after: null })
      known(id)
    } catch (thrown) {
      if (!over) warn(log, `The files ${when[0]} this run could not be recorded: ${failureFrom(thrown).message}`)
    }
  }
  let first: Promise<void> | null = isTaken(past) ? Promise.resolve() : null
  let stopWatching: (() => void) | null = null
  const soon = setTimeout(() => void before(), beforeWithin)
  function before(): Promise<void> {
    clearTimeout(soon)
    // From here on each state costs by what changed.
    stopWatching ??= work.snapshots.watch()
    first ??= take('before')
    return first
  }
  // A state in between that is not available is covered by the next one.
  const takeStep = async (path: string) => {
    const { id } = await work.states.left()
    if (over || id === newest) return
    log.append({ type: 'files-step', path, snapshot: id })
    known(id)
  }
  const all = async () => {
    await work.states.settle()
    await Promise.all(pending)
    // If nothing asked for the state before, nothing of the run has written: it is the state after as well.
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
      // What comes later is left out: nothing may follow the end of the run.
      leave()
    },
  }
}

const isTaken = (events: readonly StoredEvent[]) =>
  events.some((event) => event.type === 'files' && event.when === 'before')

/** Of this run's own: what a fork copied is the other run's. */
function lastState(events: readonly StoredEvent[]): string | null {
  const first = events.find((event) => event.type === 'run-start')
  const copied = first?.type === 'run-start' ? (first.forkedFrom?.copied ?? 0) : 0
  const own = events.findLast((event) => event.seq > copied && (event.type === 'files' || event.type === 'files-step'))
  return own?.type === 'files' || own?.type === 'files-step' ? own.snapshot : null
}

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
