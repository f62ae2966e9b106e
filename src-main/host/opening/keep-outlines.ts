import type { Store } from '../../store/store.ts'
import { coveredOf, growOutline, minEnd, type OutlineGrowth, outlineEvery, outlineFormat } from './outlines.ts'

/** The outlines of long runs, which are kept as runs continue and made for those that have none, in quiet moments. */
export interface OutlineKeeper {
  /** Events of this run were written. @param count how many there are */
  grown(runId: string, count: number): void
  /** Somebody looks at a run whose outline is behind: it comes first. */
  wanted(runId: string): void
  close(): void
}

/** Between two goes, ms: others have the thread. */
const pause = 2
/** Runs that continue keep what they were folded to. */
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
      // What can't be read or written now is made up for at the next start.
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
