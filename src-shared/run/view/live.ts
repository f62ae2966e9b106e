import { assertNever } from '../../base/assert-never.ts'
import type { Live } from '../event.ts'
import type { ModelSpan, Span } from './run-view.ts'
import { attemptStartMs, type FoldState, putSpan, setHead, spanAt } from './state.ts'

/** More calls than any model makes in one answer; a larger index is invalid and is ignored. */
const maxDrafts = 1000

/** Adds what is streaming in to the open span it belongs to. */
export function applyLive(state: FoldState, live: Live, ms: number): void {
  const index = state.at.get(live.path)
  const span = spanAt(state, live.path)
  if (index === undefined || span === undefined || !state.open.has(live.path)) return
  const at = Math.max(state.eventMs, ms)
  const next = grown(span, live, at)
  if (next === span) return
  // An interrupted span that is still open gets its draft, and stays interrupted.
  if (next.endMs === null) putSpan(state, next)
  else state.spans[index] = next
  setHead(state, { version: state.head.version + 1, lastMs: Math.max(state.head.lastMs, at) })
}

function grown(span: Span, live: Live, at: number): Span {
  if (span.kind === 'tool') return grownTool(span, live)
  if (span.kind === 'step') return grownStep(span, live)
  if (span.kind !== 'model') return span
  const firstTokenAt = span.firstTokenAt ?? at
  switch (live.type) {
    case 'model-delta':
      return { ...span, firstTokenAt, [live.channel]: span[live.channel] + live.text }
    case 'model-call-delta':
      return { ...span, firstTokenAt, drafts: grownDrafts(span.drafts, live.index, live.tool, live.text) }
    case 'draft':
      return {
        ...span,
        text: live.text,
        reasoning: live.reasoning,
        firstTokenAt:
          live.firstTokenMs === null ? span.firstTokenAt : attemptStartMs(span) + Math.max(0, live.firstTokenMs),
      }
    case 'tool-output':
      return span
    default:
      return assertNever(live)
  }
}

function grownTool(span: Span & { kind: 'tool' }, live: Live): Span {
  if (live.type === 'tool-output') return { ...span, output: span.output + live.text }
  return live.type === 'draft' ? { ...span, output: live.output } : span
}

/** What another agent says. */
function grownStep(span: Span & { kind: 'step' }, live: Live): Span {
  if (span.step !== 'agent-update') return span
  if (live.type === 'model-delta') return { ...span, said: (span.said ?? '') + live.text }
  return live.type === 'draft' ? { ...span, said: live.text + live.reasoning } : span
}

function grownDrafts(drafts: ModelSpan['drafts'], index: number, tool: string, text: string): ModelSpan['drafts'] {
  if (!Number.isInteger(index) || index < 0 || index >= maxDrafts) return drafts
  const next = [...drafts]
  while (next.length <= index) next.push({ tool: '', text: '' })
  const before = next[index] ?? { tool: '', text: '' }
  next[index] = { tool: tool === '' ? before.tool : tool, text: before.text + text }
  return next
}
