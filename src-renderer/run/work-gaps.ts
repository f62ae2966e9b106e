import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { RunView, Span } from '../../src-shared/run/view/run-view.ts'
import { waitOf } from '../../src-shared/timeline/span-bars.ts'
import type { Gap } from './idle-gaps.ts'

/** Shorter pauses are not folded, ms. */
const minGap = 250

/**
 * Finds the intervals of a run without work: waits for the user, and the time between a crash and its resumption. A
 * model call in progress and the delay before a retry count as work. The last gap ends at Infinity if the run is
 * waiting now. Reads the spans once, in their order.
 */
export function workGaps(view: Pick<RunView, 'spans' | 'lastMs' | 'status'>): Gap[] {
  const gaps: Gap[] = []
  let busyTo = 0
  const work = (from: number, to: number) => {
    if (from > busyTo) gaps.push({ from: busyTo, to: from })
    else cutOut(gaps, from, to)
    busyTo = Math.max(busyTo, to)
  }
  for (const span of view.spans) eachWork(span, work)
  if (view.status === 'waiting' && Number.isFinite(busyTo)) gaps.push({ from: busyTo, to: Number.POSITIVE_INFINITY })
  return gaps.filter(({ from, to }) => to - from >= minGap)
}

function eachWork(span: Span, work: (from: number, to: number) => void): void {
  const end = span.endMs ?? Number.POSITIVE_INFINITY
  // A step that a pause shows has not started yet.
  const start = span.pause === undefined ? span.startMs : (span.pause.answer?.ms ?? end)
  switch (span.kind) {
    case 'phase':
    case 'child':
    case 'branches':
      return
    case 'notice':
    case 'unknown':
      work(span.startMs, span.startMs)
      return
    case 'model':
      work(start, end)
      return
    case 'step':
    case 'tool': {
      const wait = waitOf(span)
      work(start, Math.max(start, wait?.start ?? end))
      if (wait !== null && wait.end !== null) work(Math.max(start, wait.end), end)
      return
    }
    default:
      assertNever(span)
  }
}

/**
 * Removes from the gaps what was work after all. Work is ordered by its start, except work that followed an approval.
 */
function cutOut(gaps: Gap[], from: number, to: number): void {
  for (let index = gaps.length - 1; index >= 0; index--) {
    const gap = gaps[index]
    if (gap === undefined || gap.to <= from) return
    if (gap.from >= to) continue
    const left = [
      { from: gap.from, to: Math.min(gap.to, from) },
      { from: Math.max(gap.from, to), to: gap.to },
    ].filter((part) => part.to > part.from)
    gaps.splice(index, 1, ...left)
  }
}
