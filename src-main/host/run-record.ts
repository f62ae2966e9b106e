import type { Run } from '../../src-shared/conversation.ts'
import type { RunEvent } from '../../src-shared/event.ts'
import type { HostParts } from './host-parts.ts'
import { projectRun } from './run-projection.ts'
import { searchableText } from './searchable.ts'

/** Figures that change all the time are saved and told this often, ms; a change of state at once. */
const figuresEvery = 1000

/** The projection of one run that is going on: kept in the store, told to the windows. */
export interface RunRecord {
  current(): Run
  /** Takes events up, inside the transaction that writes them. */
  committing(events: readonly RunEvent[]): void
  /** Tells what was taken up; call it after the transaction. */
  tell(): void
  change(patch: Partial<Run>): void
}

export function keepRecord({ store, hub, clock }: HostParts, run: Run): RunRecord {
  let current = run
  let savedAt = clock.elapsed()
  let untold = false

  const save = () => {
    store.runs.save(current)
    savedAt = clock.elapsed()
    untold = true
  }
  const tell = () => {
    if (!untold) return
    untold = false
    hub.tell({ kind: 'run', run: current })
    const conversation = store.conversations.get(current.conversationId)
    if (conversation !== undefined) hub.tell({ kind: 'conversation', conversation })
  }
  return {
    current: () => current,
    committing: (events) => {
      for (const event of events) {
        current = projectRun(current, event)
        const text = searchableText(event)
        const { conversationId, turnId, projectId, id } = current
        if (text !== null) store.search.add({ conversationId, turnId, runId: id, projectId, text })
      }
      const settled = events.some((event) => event.type === 'run-end' || event.type === 'files')
      if (settled || clock.elapsed() - savedAt > figuresEvery) save()
    },
    tell,
    change: (patch) => {
      current = { ...current, ...patch }
      save()
      tell()
    },
  }
}
