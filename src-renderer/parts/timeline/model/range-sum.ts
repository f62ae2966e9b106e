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
  /** Tokens and cost of the model calls that ended in the range. */
  readonly tokens: number
  /** US dollars; null if an ended call had no known price. */
  readonly cost: number | null
}

export function sumRange(view: RunView, from: number, to: number, nowMs: number): RangeSum {
  const sum = { modelMs: 0, toolMs: 0, modelCalls: 0, toolCalls: 0, tokens: 0 }
  const waits: Stretch[] = []
  let cost: number | null = 0
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
    if (span.kind !== 'model') continue
    sum.modelCalls += 1
    sum.modelMs += inside
    if (span.reply === null || span.endMs === null || span.endMs > to || span.endMs < from) continue
    sum.tokens += span.reply.usage.input + span.reply.usage.output
    cost = cost === null || span.cost === null ? null : cost + span.cost
  }
  return { ...sum, waitingMs: coveredMs(waits), cost }
}

/** Length of the overlap of two ranges; negative if they do not touch. */
function overlap(start: number, end: number, from: number, to: number): number {
  return Math.min(end, to) - Math.max(start, from)
}
