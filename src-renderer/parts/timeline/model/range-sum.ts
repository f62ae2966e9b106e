import { addUse, noUse, spentBy, type Use } from '../../../../src-shared/run/use.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { coveredMs, type Stretch } from '../../../../src-shared/timeline/coverage.ts'
import { waitOf } from '../../../../src-shared/timeline/span-bars.ts'

/** Totals between two times. Parallel calls are added up, so their times may exceed the length of the range. */
export interface RangeSum {
  readonly modelMs: number
  /** Excludes time spent waiting for the user. */
  readonly toolMs: number
  /** Waits for the user at the same time count once, as in the run's totals. */
  readonly waitingMs: number
  readonly modelCalls: number
  readonly toolCalls: number
  /** Of the model calls and the prompts to other agents that ended in the range. */
  readonly use: Use
}

export function sumRange(view: RunView, from: number, to: number, nowMs: number): RangeSum {
  const sum = { modelMs: 0, toolMs: 0, modelCalls: 0, toolCalls: 0 }
  const waits: Stretch[] = []
  let use = noUse
  for (const span of view.spans) {
    if (span.startMs > to) break
    const inside = overlap(span.startMs, span.endMs ?? nowMs, from, to)
    const wait = waitOf(span)
    const waited = wait === null ? 0 : Math.max(0, overlap(wait.start, wait.end ?? nowMs, from, to))
    if (wait !== null && waited > 0)
      waits.push({ from: Math.max(from, wait.start), to: Math.min(to, wait.end ?? nowMs) })
    if (inside < 0) continue
    if (span.kind === 'tool') {
      sum.toolCalls += 1
      sum.toolMs += Math.max(0, inside - waited)
    }
    if (span.kind === 'model') {
      sum.modelCalls += 1
      sum.modelMs += inside
    }
    if (span.endMs !== null && span.endMs <= to && span.endMs >= from) use = addUse(use, spentBy(span) ?? noUse)
  }
  return { ...sum, waitingMs: coveredMs(waits), use }
}

/** Length of the overlap of two ranges; negative if they do not touch. */
function overlap(start: number, end: number, from: number, to: number): number {
  return Math.min(end, to) - Math.max(start, from)
}
