import { assertNever } from '../../src-shared/base/assert-never.ts'
import { formatCost, formatDuration, formatTokens, shortenMiddle } from '../../src-shared/base/format.ts'
import type { ModelSpan, RunView, Span, ToolSpan } from '../../src-shared/run/view/run-view.ts'
import { phaseOf } from './span-names.ts'

/** A few short lines about a span, for the tooltip. */
export function spanFacts(span: Span, view: RunView, nowMs: number): string[] {
  const phase = phaseOf(view, span)
  const where = phase === null || phase.kind !== 'phase' ? [] : [`in ${phase.title}`]
  return [...factsOf(span, nowMs), ...where, `from ${formatDuration(span.startMs)}`]
}

function factsOf(span: Span, nowMs: number): string[] {
  switch (span.kind) {
    case 'model':
      return modelFacts(span, nowMs)
    case 'tool':
      return toolFacts(span, nowMs)
    case 'child':
      return [shortenMiddle(span.goal, 80)]
    case 'phase':
    case 'branches':
    case 'step':
      return span.failure === null ? [] : [span.failure.message]
    case 'notice':
    case 'unknown':
      return []
    default:
      return assertNever(span)
  }
}

function modelFacts(span: ModelSpan, nowMs: number): string[] {
  const { reply, retries, failure } = span
  const first = span.firstTokenAt ?? (span.endMs === null ? nowMs : null)
  const waited = first === null ? [] : [`first token after ${formatDuration(first - (span.againMs ?? span.startMs))}`]
  const spent =
    reply === null ? [] : [`${formatTokens(reply.usage.input + reply.usage.output)} · ${formatCost(span.cost)}`]
  const tries = retries.length === 0 ? [] : [`tried again ${retries.length} ×`]
  return [span.bound.model, ...waited, ...spent, ...tries, ...(failure === null ? [] : [failure.message])]
}

function toolFacts(span: ToolSpan, nowMs: number): string[] {
  const { approval, result, failure } = span
  const waited =
    approval === null
      ? []
      : [`waited ${formatDuration((approval.answeredMs ?? span.endMs ?? nowMs) - approval.askedMs)} for approval`]
  return [...(result === null ? [] : [result.summary]), ...waited, ...(failure === null ? [] : [failure.message])]
}
