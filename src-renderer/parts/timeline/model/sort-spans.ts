import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanDuration } from '../../../run/span-names.ts'

export type SpanOrder = 'start' | 'took' | 'tokens' | 'cost'

/** Indices of spans in an order: by their starts, else the largest first. What has no such figure comes last. */
export function sortSpans(view: RunView, indices: readonly number[], order: SpanOrder): readonly number[] {
  if (order === 'start') return indices
  const figure = (index: number) => {
    const span = view.spans[index]
    return span === undefined ? -1 : figureOf(span, order, view.lastMs)
  }
  return indices.toSorted((a, b) => figure(b) - figure(a) || a - b)
}

function figureOf(span: Span, order: Exclude<SpanOrder, 'start'>, nowMs: number): number {
  if (order === 'took') return spanDuration(span, nowMs)
  if (span.kind !== 'model') return -1
  if (order === 'cost') return span.cost ?? -1
  return span.reply === null ? -1 : span.reply.usage.input + span.reply.usage.output
}
