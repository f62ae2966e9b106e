import type { RunView, Span } from '../../src-shared/run/view/run-view.ts'
import { waitOf } from '../../src-shared/timeline/span-bars.ts'
import type { Gap } from './idle-gaps.ts'

/** A shorter rest is part of how a run feels, ms. */
const minGap = 250

/**
 * Finds the stretches of a run in which nothing was done: waits for the user, and time between a crash and its resumption.
 * A model that is thought to think, and a retry that is waited for, count as work. The last one ends at Infinity if the run
 * waits now. In the order of the spans, once through.
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
      work(span.startMs, end)
      return
    case 'step':
    case 'tool': {
      const wait = waitOf(span)
      work(span.startMs, wait?.start ?? end)
      if (wait !== null && wait.end !== null) work(wait.end, end)
    }
  }
}

/** Takes what turned out to be work out of the gaps. Work comes in the order it began in, but for what came after an approval. */
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
