import { assertNever } from '../base/assert-never.ts'
import { mcpToolPrefix } from '../mcp/mcp-server.ts'
import type { ToolEffect } from '../model/tool.ts'
import { agentUpdateOf } from '../run/agent-update.ts'
import type { Span, StepSpan, ToolSpan } from '../run/view/run-view.ts'
import type { Bar } from './track.ts'

/** The line on which a span is drawn. */
export type LineName = 'phases' | 'prompts' | 'messages' | 'model' | 'tools' | 'you' | 'marks'

/** Whether the span is drawn and listed: a read of the inbox that found nothing is not. */
export function isListed(span: Span): boolean {
  if (span.kind === 'branches' || isHiddenUpdate(span)) return false
  if (span.kind !== 'step' || span.step !== 'inbox' || span.failure !== null) return true
  return Array.isArray(span.answer) && span.answer.length > 0
}

/** What another agent reports, but no person needs to see on its own. */
function isHiddenUpdate(span: Span): boolean {
  if (span.kind !== 'step' || span.step !== 'agent-update') return false
  const update = agentUpdateOf(span.ask)
  return update === null || update.kind === 'session' || update.kind === 'messages'
}

export function lineOf(span: Span): LineName | null {
  if (!isListed(span)) return null
  switch (span.kind) {
    case 'phase':
    case 'child':
      return 'phases'
    case 'model':
      return 'model'
    case 'tool':
      return 'tools'
    case 'step':
      if (span.step === 'prompt-agent') return 'prompts'
      if (saysOrThinks(span) !== null) return 'messages'
      return span.step === 'ask-user' ? null : span.step === 'check' ? 'tools' : 'marks'
    case 'notice':
    case 'unknown':
      return 'marks'
    case 'branches':
      return null
    default:
      return assertNever(span)
  }
}

export function barOf(span: Span, index: number): Bar {
  const first = span.kind === 'model' && span.firstTokenAt !== null ? span.firstTokenAt : Number.NaN
  const end = span.endMs ?? Number.POSITIVE_INFINITY
  return { start: span.startMs, end, span: index, kind: kindOf(span), state: span.state, first }
}

/** The tools of MCP servers have a kind of their own, whatever their effect: nothing here knows what they do. */
export const toolKind = ({ call, effect }: Pick<ToolSpan, 'call' | 'effect'>): ToolEffect | 'server' =>
  call.tool.startsWith(mcpToolPrefix) ? 'server' : effect

function kindOf(span: Span): Bar['kind'] {
  if (span.kind === 'tool') return toolKind(span)
  if (span.kind === 'phase' || span.kind === 'child' || span.kind === 'model') return span.kind
  if (span.kind !== 'step') return 'mark'
  if (span.step === 'prompt-agent') return 'prompt'
  return saysOrThinks(span) ?? (span.step === 'check' ? 'command' : 'mark')
}

/** Whether the span is a message or a thought of another agent. */
export function saysOrThinks(span: StepSpan): 'message' | 'thought' | null {
  const kind = span.step === 'agent-update' ? agentUpdateOf(span.ask)?.kind : undefined
  return kind === 'message' || kind === 'thought' ? kind : null
}

/** The bar of a wait for the user: an approval, a pause, or a question of a strategy or of the model. */
export function waitBar(span: Span, index: number): Bar | null {
  const range = waitOf(span)
  if (range === null) return null
  const end = range.end ?? Number.POSITIVE_INFINITY
  const state = range.end === null ? 'waiting' : span.state === 'failed' ? 'ok' : span.state
  return { start: range.start, end, span: index, kind: 'wait', state, first: Number.NaN }
}

export function waitOf(span: Span): { readonly start: number; readonly end: number | null } | null {
  if (span.kind === 'step' && span.step === 'ask-user') return { start: span.startMs, end: span.endMs }
  if (span.kind === 'tool' && span.approval !== null) return approvalWait(span, span.approval)
  return span.pause === undefined ? null : { start: span.pause.askedMs, end: span.pause.answer?.ms ?? span.endMs }
}

const approvalWait = (span: ToolSpan, approval: NonNullable<ToolSpan['approval']>) => ({
  start: approval.askedMs,
  end: approval.answeredMs ?? span.endMs,
})
