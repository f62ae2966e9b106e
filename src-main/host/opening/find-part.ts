import type { Store } from '../../store/store.ts'

/** Extra events before and after the requested moments, so that the spans active then are complete. */
const margin = 200

export interface PartOfLog {
  /** The event before its first one; -1 if there is none. */
  readonly afterSeq: number
  /** Its last event. */
  readonly through: number
}

/**
 * Finds the positions in a run's log of the events at some moments, with those around them. Only a few events are read,
 * however long the log is.
 * @param moments ms since the run's start
 */
export function findPart(store: Store, moments: { runId: string; fromMs: number; toMs: number }): PartOfLog {
  const { runId, fromMs, toMs } = moments
  const count = store.events.count(runId)
  const first = firstFrom(store, runId, count, fromMs)
  const end = firstFrom(store, runId, count, toMs)
  return { afterSeq: Math.max(0, first - margin) - 1, through: Math.min(count, end + margin) - 1 }
}

/** `seq` of the first event at or after a moment, by binary search; `count` if there is none. */
function firstFrom(store: Store, runId: string, count: number, ms: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const [event] = store.events.read(runId, middle - 1, 1)
    if ((event?.ms ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}
