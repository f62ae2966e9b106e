import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { HostContext } from '../host-context.ts'
import { refuseDamaged } from '../opening/damaged-runs.ts'

type Logs = Pick<HostContext, 'store'>

/**
 * The snapshot of a run's workspace just before one of its steps; null if none was taken. Steps that a fork copied are
 * the other run's, as are their files.
 */
export function stateBeforeStep({ store }: Logs, run: Run, path: string): string | null {
  const events = store.events.read(run.id, -1)
  const from = run.forkedFrom
  const copied = from?.copied ?? 0
  const start = events.find((event) => isStart(event) && event.path === path)
  if (start === undefined) return null
  refuseDamaged(events, unknownFiles)
  const left = lastLeft(events, start.seq, copied)
  if (start.seq > copied) return left ?? stateBeforeRun(events)
  if (left !== null) return left
  const other = from === undefined ? undefined : store.runs.get(from.runId)
  return other === undefined ? null : stateBeforeStep({ store }, other, path)
}

/** The same just after the step; if it wrote nothing, the snapshot before it. */
export function stateAfterStep(logs: Logs, run: Run, path: string): string | null {
  const events = logs.store.events.read(run.id, -1)
  refuseDamaged(events, unknownFiles)
  const own = events.findLast((event) => event.type === 'files-step' && event.path === path)
  if (own?.type === 'files-step') return own.snapshot
  const from = run.forkedFrom === undefined ? undefined : logs.store.runs.get(run.forkedFrom.runId)
  return (
    (from && isCopied(logs, run, path) ? stateAfterStep(logs, from, path) : null) ?? stateBeforeStep(logs, run, path)
  )
}

function isCopied({ store }: Logs, run: Run, path: string): boolean {
  const start = store.events.read(run.id, -1).find((event) => isStart(event) && event.path === path)
  return start !== undefined && start.seq <= (run.forkedFrom?.copied ?? 0)
}

/** The newest known state after a run; if it has not ended, the one after its last writing step. */
export function stateAfterRun({ store }: Logs, run: Run): string | null {
  if (run.after !== null) return run.after
  const events = store.events.read(run.id, -1)
  refuseDamaged(events, unknownFiles)
  return lastLeft(events, Number.POSITIVE_INFINITY, run.forkedFrom?.copied ?? 0) ?? run.before
}

const unknownFiles = 'does not say for sure how the files were'

const isStart = (event: StoredEvent): event is Extract<StoredEvent, { path: string }> =>
  'path' in event && event.type.endsWith('-start')

const stateBeforeRun = (events: readonly StoredEvent[]): string | null => {
  const before = events.find((event) => event.type === 'files' && event.when === 'before')
  return before?.type === 'files' ? before.snapshot : null
}

/**
 * The state after the last writing step that had ended before `seq`. Snapshots are taken in parallel with the run, so
 * the order of the steps counts. If `seq` is after the copied part, only the run's own steps count.
 */
function lastLeft(events: readonly StoredEvent[], seq: number, copied: number): string | null {
  const ends = new Map(events.flatMap((event) => (isEnd(event) ? [[event.path, event.seq] as const] : [])))
  const first = seq > copied ? copied : -1
  let found: { readonly at: number; readonly snapshot: string } | null = null
  for (const event of events) {
    if (event.type !== 'files-step') continue
    const at = ends.get(event.path) ?? event.seq
    if (at > first && at < seq && at >= (found?.at ?? 0)) found = { at, snapshot: event.snapshot }
  }
  return found?.snapshot ?? null
}

const isEnd = (event: StoredEvent): event is Extract<StoredEvent, { path: string }> =>
  event.type === 'tool-end' || event.type === 'step-end'
