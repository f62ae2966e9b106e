import type { RunView, Span, StepSpan, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { saysOrThinks, toolKind, waitOf } from '../../../../src-shared/timeline/span-bars.ts'

/** The kinds in a legend, in display order. */
export const legendKinds = [
  'wait',
  'model',
  'agent',
  'read',
  'edit',
  'command',
  'server',
  'own',
  'user',
  'failed',
] as const
export type LegendKind = (typeof legendKinds)[number]
/** What is highlighted in a timeline: the spans of a kind, or the critical path. */
export type SpanFilter = LegendKind | 'path'

/** The kind of a tool call. */
export function toolLegend(span: Pick<ToolSpan, 'call' | 'effect'>): LegendKind {
  const kind = toolKind(span)
  return kind === 'ask' ? 'user' : kind
}

/** The kinds that a span's bars belong to. */
export function kindsOf(span: Span): readonly LegendKind[] {
  const failed: readonly LegendKind[] = span.state === 'failed' ? ['failed'] : []
  const waited: readonly LegendKind[] = waitOf(span) === null ? [] : ['user']
  if (span.kind === 'model') return span.firstTokenAt === null ? ['model', ...failed] : ['wait', 'model', ...failed]
  if (span.kind === 'tool') return [toolLegend(span), ...waited, ...failed]
  if (span.kind === 'step') return [...stepKinds(span), ...waited, ...failed]
  return failed
}

/** Of another agent, only what it says and thinks, and the prompts to it: its tool calls are of their own kinds. */
function stepKinds(span: StepSpan): readonly LegendKind[] {
  if (span.step === 'check') return ['command']
  return span.step === 'prompt-agent' || saysOrThinks(span) !== null ? ['agent'] : []
}

/** The kinds present in any of the runs. Stops once all are found. */
export function presentKinds(views: readonly RunView[]): ReadonlySet<LegendKind> {
  const found = new Set<LegendKind>()
  for (const { spans } of views) {
    for (const span of spans) {
      for (const kind of kindsOf(span)) found.add(kind)
      if (found.size === legendKinds.length) return found
    }
  }
  return found
}

/** Indices of a run's spans of one kind. */
export function spansOfKind({ spans }: RunView, kind: LegendKind): number[] {
  return spans.flatMap((span, index) => (kindsOf(span).includes(kind) ? [index] : []))
}
