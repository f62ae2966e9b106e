import type { Store } from '../../store/store.ts'

/** Events before and after the moments that are asked for, so that the spans that are under way then are whole. */
const margin = 200

export interface PartOfLog {
  /** The event before its first one; -1 if there is none. */
  readonly afterSeq: number
  /** Its last event. */
  readonly through: number
}

/**
 * Finds where the events of some moments of a run stand in its log, with those close around. A few events are read for
 * it, however long the log is.
 * @param moments ms since the run's start
 */
export function findPart(store: Store, moments: { runId: string; fromMs: number; toMs: number }): PartOfLog {
  const { runId, fromMs, toMs } = moments
  const count = store.events.count(runId)
  const first = firstFrom(store, runId, count, fromMs)
  const end = firstFrom(store, runId, count, toMs)
  return { afterSeq: Math.max(0, first - margin) - 1, through: Math.min(count, end + margin) - 1 }
}

/** `seq` of the first event at a moment or after it, found by halves; `count` if there is none. */
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
