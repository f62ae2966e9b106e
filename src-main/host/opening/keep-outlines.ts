import type { Store } from '../../store/store.ts'
import { coveredOf, growOutline, minEnd, type OutlineGrowth, outlineEvery, outlineFormat } from './outlines.ts'

/** Keeps the outlines of long runs: updated as runs continue, and made in idle moments for those without one. */
export interface OutlineKeeper {
  /** Events of this run were written. @param count how many there are */
  grown(runId: string, count: number): void
  /** A run with an outdated outline is being viewed: it comes first. */
  wanted(runId: string): void
  close(): void
}

/** Pause between two steps, ms, which frees the thread. */
const pause = 2
/** Running runs keep their folded state. */
const maxGoing = 8

export function keepOutlines(store: Store): OutlineKeeper {
  const growths = new Map<string, OutlineGrowth>()
  const covered = new Map<string, number>()
  let queue: string[] = []
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const soon = () => {
    if (closed || timer !== null || queue.length === 0) return
    timer = setTimeout(goOn, pause)
    timer.unref()
  }
  const growthOf = (runId: string) => {
    const growth = growths.get(runId) ?? growOutline(store, runId)
    growths.delete(runId)
    growths.set(runId, growth)
    const [oldest] = growths.keys()
    if (growths.size > maxGoing && oldest !== undefined) growths.delete(oldest)
    return growth
  }
  const drop = (runId: string) => {
    queue = queue.filter((each) => each !== runId)
  }
  function goOn(): void {
    timer = null
    const [first] = queue
    if (first === undefined) return
    try {
      if (!growthOf(first).goOn()) drop(first)
    } catch {
      // What can't be read or written now is done at the next start.
      growths.delete(first)
      drop(first)
    }
    soon()
  }
  const add = (runId: string) => {
    if (!queue.includes(runId)) queue.push(runId)
    soon()
  }
  timer = setTimeout(() => {
    timer = null
    try {
      for (const id of store.runOutlines.behind(outlineFormat, minEnd + outlineEvery, minEnd, outlineEvery)) add(id)
    } catch {
      return
    }
  }, pause)
  timer.unref()
  return {
    grown: (runId, count) => {
      const covers = coveredOf(count)
      if (covers === (covered.get(runId) ?? 0)) return
      covered.set(runId, covers)
      add(runId)
    },
    wanted: (runId) => {
      drop(runId)
      queue.unshift(runId)
      soon()
    },
    close: () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
