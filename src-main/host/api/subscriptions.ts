import type { Topic } from '../../../src-shared/api/host-api.ts'
import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import type { RunStatus } from '../../../src-shared/run/conversation.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import type { Store } from '../../store/store.ts'
import { watchOtherHosts } from '../comparisons/watch-other-hosts.ts'
import type { HostMessage } from '../host.ts'
import type { HostContext } from '../host-context.ts'
import { openRun } from '../runs/open-run.ts'
import type { Runs } from '../runs/runs.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'feed' | 'outlines'>

/** Poll interval for the work of other hosts, ms. */
const pollIntervalMs = 500

/** Maximum events that a reconnecting window is sent one by one. */
const maxMissed = 10_000

/** The subscribers of this host. */
export interface Following {
  /** See `Host.follow`. */
  follow(topic: Topic, listener: (message: HostMessage) => void): () => void
  close(): void
}

export function createFollowing(parts: Parts, runs: Runs): Following {
  const elsewhere = new Set([watchOtherHosts(parts)])
  // If a poll fails, for example because the store is busy, the next one makes up for it.
  const timer = setInterval(() => {
    try {
      for (const look of elsewhere) look()
    } catch {
      return
    }
  }, pollIntervalMs)
  timer.unref()
  return {
    follow: (topic, listener) => {
      if (topic.kind === 'host') return parts.bus.follow((change) => listener({ topic: 'host', changes: [change] }))
      const run = followRun(parts, runs, topic, (message) => listener({ topic: 'run', ...message }))
      elsewhere.add(run.look)
      return () => {
        elsewhere.delete(run.look)
        run.undo()
      }
    },
    close: () => {
      clearInterval(timer)
      elsewhere.clear()
    },
  }
}

/**
 * 1. The log, the live state and new events are joined without a gap: all of it happens in one turn of
 *    the event loop, and events are published after they are written.
 * 2. A run of another host is read from the store (`look`); if it is later resumed here, it is followed directly.
 */
function followRun(
  { store, feed, bus, outlines }: Parts,
  runs: Runs,
  { runId, afterSeq, fromEnd }: Extract<Topic, { kind: 'run' }>,
  send: (message: { readonly opening?: RunOpening; readonly items: readonly RunItem[] }) => void,
): { look(): void; undo(): void } {
  // A subscriber that is far behind is opened at the end again, so that no log is read as a whole.
  const isFar = afterSeq === -1 || store.events.count(runId) - afterSeq > maxMissed
  const opening = fromEnd === true && isFar ? openRun({ store, outlines }, runId) : null
  if (opening !== null) send({ opening, items: [] })
  let seen = opening?.checkpoint.head.lastSeq ?? afterSeq
  let status = store.runs.get(runId)?.status
  const push = (items: readonly RunItem[]) => {
    const fresh = items.filter((item) => item.kind === 'live' || item.event.seq > seen)
    for (const item of fresh) if (item.kind === 'event') seen = item.event.seq
    if (fresh.length > 0) send({ items: fresh })
  }
  const read = (): RunItem[] => store.events.read(runId, seen).map((event) => ({ kind: 'event', event }))
  const active = runs.active(runId)
  push([...read(), ...(active === undefined ? savedDrafts(store, runId) : active.log.draftItems())])
  return {
    undo: feed.listen(runId, push),
    look: () => {
      if (!isGoing(status) || runs.active(runId) !== undefined) return
      const run = store.runs.get(runId)
      // The status first: if the run has ended, its last events are in the log.
      push(read())
      if (run !== undefined && run.status !== status) bus.publish({ kind: 'run', run })
      status = run?.status
    },
  }
}

const isGoing = (status: RunStatus | undefined) => status === 'running' || status === 'waiting'

/** Text received before the run was interrupted. */
function savedDrafts(store: Store, runId: string): RunItem[] {
  return store.drafts.list(runId).map((draft) => ({
    kind: 'live',
    ms: 0,
    live: { type: 'draft', ms: 0, firstTokenMs: null, ...draft },
  }))
}
