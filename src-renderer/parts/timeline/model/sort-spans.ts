import { spanTime } from '../../../../src-shared/run/time/work-times.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

export type SpanOrder = 'start' | 'took' | 'tokens' | 'cost'

/** Sorts span indices: by start, or by a value, largest first. Spans without the value come last. */
export function sortSpans(view: RunView, indices: readonly number[], order: SpanOrder): readonly number[] {
  if (order === 'start') return indices
  const figure = (index: number) => {
    const span = view.spans[index]
    return span === undefined ? -1 : figureOf(view, span, order)
  }
  return indices.toSorted((a, b) => figure(b) - figure(a) || a - b)
}

function figureOf(view: RunView, span: Span, order: Exclude<SpanOrder, 'start'>): number {
  if (order === 'took') return spanTime(view, span, view.lastMs).workMs
  if (span.kind !== 'model') return -1
  if (order === 'cost') return span.cost ?? -1
  return span.reply === null ? -1 : span.reply.usage.input + span.reply.usage.output
}
