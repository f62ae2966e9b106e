import type { StreamMessage, Topic } from '../../../src-shared/api/host-api.ts'
import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import type { Host } from '../host.ts'
import { addItem, createChangeQueue, maxInBatch } from './stream-queue.ts'

/** One subscription of a window: collects items until they are taken, in batches numbered without a gap. */
export interface OutStream {
  /** The next batch, or null if there is nothing to send. */
  take(): StreamMessage | null
  /** Whether there is something to send. */
  ready(): boolean
  close(): void
}

export function createHostStream(host: Host, wake: () => void): OutStream {
  const queue = createChangeQueue()
  let batch = 0
  const undo = host.follow({ kind: 'host' }, (message) => {
    if (message.topic !== 'host') return
    for (const change of message.changes) queue.add(change)
    wake()
  })
  return {
    take: () => (queue.size() === 0 ? null : { topic: 'host', batch: batch++, changes: queue.take() }),
    ready: () => queue.size() > 0,
    close: undo,
  }
}

/** Maximum of live items that wait for a slow window; beyond that they are dropped and read again later. */
const maxWaiting = 5000

/**
 * A run's stream. It is in one of two states:
 * `following`: what happens is queued and sent.
 * `behind`: the window does not keep up. Nothing is collected; what was read from the log is sent in pieces, and
 *   when all of it is gone the run is followed again from the last event sent. So memory is bounded by the log as
 *   it was, and no event is lost or sent twice (T29).
 */
export function createRunStream(host: Host, topic: Extract<Topic, { kind: 'run' }>, wake: () => void): OutStream {
  let queue: RunItem[] = []
  let opening: RunOpening | undefined
  let sent = topic.afterSeq
  let batch = 0
  let undo: (() => void) | null = null
  let closed = false

  function followOn(): void {
    let first = true
    const stop = host.follow({ ...topic, afterSeq: sent }, (message) => {
      if (message.topic !== 'run') return
      if (message.opening !== undefined) {
        opening = message.opening
        sent = opening.checkpoint.head.lastSeq
      }
      for (const item of message.items) addItem(queue, item)
      if (!first && queue.length > maxWaiting) fallBehind()
      wake()
    })
    first = false
    undo = stop
    // A long history is sent page by page first; newer events are read from the log afterwards.
    if (queue.length > maxWaiting) {
      unfollow()
      queue = queue.filter((item) => item.kind === 'event')
    }
  }

  function unfollow(): void {
    undo?.()
    undo = null
  }

  function fallBehind(): void {
    unfollow()
    queue = []
  }

  followOn()
  return {
    take: () => {
      if (queue.length === 0 && undo === null && !closed) followOn()
      if (queue.length === 0 && opening === undefined) return null
      const items = queue.slice(0, maxInBatch)
      queue = queue.slice(maxInBatch)
      sent = lastSeq(items) ?? sent
      const opened = opening === undefined ? {} : { opening }
      opening = undefined
      return { topic: 'run', runId: topic.runId, batch: batch++, ...opened, items }
    },
    ready: () => !closed && (queue.length > 0 || undo === null || opening !== undefined),
    close: () => {
      closed = true
      unfollow()
    },
  }
}

function lastSeq(items: readonly RunItem[]): number | undefined {
  const last = items.findLast((item) => item.kind === 'event')
  return last?.kind === 'event' ? last.event.seq : undefined
}
