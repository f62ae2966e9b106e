import type { RunItem } from '../../src-shared/event.ts'
import type { Topic } from '../../src-shared/host-api.ts'
import type { Heard } from './host.ts'
import type { HostParts } from './host-parts.ts'
import type { Runs } from './runs.ts'

/** How often a run that another host carries out is looked at, ms. */
const lookEvery = 500

/** Follows a topic; see `Host.follow`. */
export function follow(parts: HostParts, runs: Runs, topic: Topic, listener: (heard: Heard) => void): () => void {
  if (topic.kind === 'host') return parts.hub.follow((change) => listener({ topic: 'host', changes: [change] }))
  return followRun(parts, runs, topic.runId, topic.afterSeq, (items) => listener({ topic: 'run', items }))
}

/**
 * 1. What is in the log, what is live and what comes are joined without a gap: all of it happens in one turn of
 *    the event loop, and the log is written before it is told.
 * 2. A run of another host is read from the store; one that is resumed here later is followed on.
 */
function followRun(
  { store, feed }: HostParts,
  runs: Runs,
  runId: string,
  afterSeq: number,
  hear: (items: readonly RunItem[]) => void,
): () => void {
  let seen = afterSeq
  const tell = (items: readonly RunItem[]) => {
    for (const item of items) if (item.kind === 'event') seen = item.event.seq
    if (items.length > 0) hear(items)
  }
  const read = (): RunItem[] => store.events.read(runId, seen).map((event) => ({ kind: 'event', event }))
  const active = runs.active(runId)
  tell([...read(), ...(active === undefined ? savedDrafts(store, runId) : active.log.draftItems())])
  const undo = feed.listen(runId, tell)
  const timer = setInterval(() => {
    if (runs.active(runId) === undefined && isElsewhere(store.runs.get(runId)?.status)) tell(read())
  }, lookEvery)
  timer.unref()
  return () => {
    clearInterval(timer)
    undo()
  }
}

const isElsewhere = (status: string | undefined) => status === 'running' || status === 'waiting'

/** Text that had come when the run was cut off. */
function savedDrafts(store: HostParts['store'], runId: string): RunItem[] {
  const ms = 0
  return store.drafts.list(runId).map((draft) => ({
    kind: 'live',
    ms,
    live: { type: 'draft', ms, firstTokenMs: null, ...draft },
  }))
}
