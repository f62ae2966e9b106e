import { isUnder } from '../../../src-shared/run/time/under.ts'
import { spanTime } from '../../../src-shared/run/time/work-times.ts'
import { addUse, noUse, spentBy, type Use } from '../../../src-shared/run/use.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'

export interface GroupSum {
  /** Working time of its calls, added up: with parallel calls, more than what passed. */
  readonly modelMs: number
  readonly modelCalls: number
  readonly toolMs: number
  readonly toolCalls: number
  readonly failures: number
  readonly use: Use
  /** Its direct children; a span that only groups branches is replaced by its children. */
  readonly children: readonly Span[]
}

/** Sums up a phase, a child run or parallel branches. */
export function sumInside(view: RunView, path: string): GroupSum {
  const sum = { modelMs: 0, modelCalls: 0, toolMs: 0, toolCalls: 0, failures: 0 }
  let use = noUse
  const children: Span[] = []
  const own = new Set([path])
  for (let index = (view.at.get(path) ?? 0) + 1; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined) continue
    if (span.parent !== null && own.has(span.parent)) {
      if (span.kind === 'branches') own.add(span.path)
      else children.push(span)
    }
    if (!isUnder(span.path, path)) continue
    use = addUse(use, spentBy(span) ?? noUse)
    if (span.kind === 'model') {
      sum.modelCalls += 1
      sum.modelMs += spanTime(view, span, view.lastMs).workMs
    } else if (span.kind === 'tool') {
      sum.toolCalls += 1
      sum.toolMs += spanTime(view, span, view.lastMs).workMs
      if (span.state === 'failed') sum.failures += 1
    }
  }
  return { ...sum, use, children }
}
