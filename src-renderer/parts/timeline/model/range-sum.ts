import { lengthOf, within } from '../../../../src-shared/run/time/stretches.ts'
import { timeBetween, workOf } from '../../../../src-shared/run/time/work-times.ts'
import { addUse, noUse, spentBy, type Use } from '../../../../src-shared/run/use.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'

/** Totals between two times. The working times of parallel calls are added up, so they may exceed the length of the range. */
export interface RangeSum {
  readonly modelMs: number
  readonly toolMs: number
  /** In which nothing worked, as in the run's totals. */
  readonly waitingMs: number
  readonly modelCalls: number
  readonly toolCalls: number
  /** Of the model calls and the prompts to other agents that ended in the range. */
  readonly use: Use
}

export function sumRange(view: RunView, from: number, to: number, nowMs: number): RangeSum {
  const sum = { modelMs: 0, toolMs: 0, modelCalls: 0, toolCalls: 0 }
  let use = noUse
  for (const span of view.spans) {
    if (span.startMs > to) break
    const inside = overlap(span.startMs, span.endMs ?? nowMs, from, to)
    if (inside < 0) continue
    const worked = () => lengthOf(within(workOf(view, span, nowMs), from, to))
    if (span.kind === 'tool') {
      sum.toolCalls += 1
      sum.toolMs += worked()
    }
    if (span.kind === 'model') {
      sum.modelCalls += 1
      sum.modelMs += worked()
    }
    if (span.endMs !== null && span.endMs <= to && span.endMs >= from) use = addUse(use, spentBy(span) ?? noUse)
  }
  return { ...sum, waitingMs: timeBetween(view, from, Math.min(to, nowMs)).waitedMs, use }
}

/** Length of the overlap of two ranges; negative if they do not touch. */
function overlap(start: number, end: number, from: number, to: number): number {
  return Math.min(end, to) - Math.max(start, from)
}
