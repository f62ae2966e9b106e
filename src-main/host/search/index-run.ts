import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import type { RunEvent } from '../../../src-shared/run/event.ts'
import type { Store } from '../../store/store.ts'
import { searchable } from './searchable.ts'

/** Indexes events of a run, in the order of its log. Call it in a transaction. */
export function indexEvents(store: Store, run: Run, events: readonly RunEvent[]): void {
  // Copied events are found in the run that they were copied from.
  const own = events.filter((event) => event.seq > (run.forkedFrom?.copied ?? -1))
  for (const event of own) {
    const text = searchable(event)
    if (text !== null) store.search.add({ ...placeOf(run), ...text, seq: event.seq, at: event.at })
  }
  const last = events.at(-1)
  if (last !== undefined) store.search.reach(run.id, last.seq)
}

/** Indexes the rest of an ended or interrupted run. Call it in a transaction. */
export function indexRest(store: Store, run: Run): void {
  const events = store.events.read(run.id, store.search.reached(run.id))
  indexEvents(
    store,
    run,
    events.filter((event): event is RunEvent => event.type !== 'unknown'),
  )
  // Unreadable events are not tried again.
  store.search.reach(run.id, store.events.count(run.id) - 1)
}

/** Indexes a turn's message. Call it in a transaction. */
export function indexMessage(store: Store, turn: Omit<Turn, 'runs'>, projectId: string): void {
  const { id: turnId, conversationId, message, createdAt } = turn
  const ids = { projectId, conversationId, turnId, runId: null, path: null }
  store.search.add({ ...ids, kind: 'message', who: '', at: createdAt, seq: null, text: message })
  store.search.reach(turnId, 0)
}

const placeOf = ({ conversationId, turnId, projectId, id: runId }: Run) => ({
  conversationId,
  turnId,
  projectId,
  runId,
})
