import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunEvent } from '../../../src-shared/run/event.ts'
import type { HostContext } from '../host-context.ts'
import { indexEvents } from '../search/index-run.ts'
import { projectRun } from './run-projection.ts'

/** Delay for saving frequently changing numbers and the search index, ms; a change of status is saved at once. */
const saveWithin = 1000

/**
 * The projection of one active run: stored, and published to the windows.
 *
 * 1. It is never ahead of the log, but may be behind it: all of it can be folded from the log again. So nothing
 *    waits for it between two steps.
 * 2. The searchable text of a run is indexed in the order of its log, with the position reached, so that the rest can
 *    be indexed after a crash (search/index-run.ts).
 */
export interface RunRecord {
  current(): Run
  /** Folds events, inside the transaction that writes them. */
  committing(events: readonly RunEvent[]): void
  /** Publishes what was folded; call it after the transaction. */
  publish(): void
  change(patch: Partial<Run>): void
  /** Stops all timers. */
  /** Publishes the current record to windows although it could not be saved. */
  publishUnsaved(): void
  close(): void
}

export function keepRecord(
  { store, bus, outlines }: Pick<HostContext, 'store' | 'bus' | 'outlines'>,
  run: Run,
): RunRecord {
  let current = run
  let folded = -1
  let unindexed: RunEvent[] = []
  /** How many of these the last save indexed, once its transaction has committed. */
  let written = 0
  let untold = false
  let timer: NodeJS.Timeout | null = null

  const save = () => {
    indexEvents(store, current, unindexed)
    store.runs.save(current)
    written = unindexed.length
    untold = true
  }
  const publish = () => {
    if (!untold) return
    untold = false
    unindexed = unindexed.slice(written)
    written = 0
    stopTimer()
    outlines.grown(current.id, folded + 1)
    bus.publish({ kind: 'run', run: current })
    const conversation = store.conversations.get(current.conversationId)
    if (conversation !== undefined) bus.publish({ kind: 'conversation', conversation })
  }
  const stopTimer = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  // What could not be saved is saved with the next change, or folded again at the next start.
  const saveQuietly = () => {
    timer = null
    try {
      store.transaction(save)
      publish()
    } catch {
      untold = false
    }
  }
  const take = (event: RunEvent) => {
    // A failed transaction is repeated with the same events.
    if (event.seq <= folded) return
    folded = event.seq
    current = projectRun(current, event)
    unindexed.push(event)
  }
  return {
    current: () => current,
    committing: (events) => {
      for (const event of events) take(event)
      if (events.some((event) => event.type === 'run-end' || event.type === 'files')) save()
      else timer ??= setTimeout(saveQuietly, saveWithin)
    },
    publish,
    change: (patch) => {
      current = { ...current, ...patch }
      store.transaction(save)
      publish()
    },
    publishUnsaved: () => bus.publish({ kind: 'run', run: current }),
    close: stopTimer,
  }
}
