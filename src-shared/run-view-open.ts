import type { Span } from './run-view.ts'
import { type FoldState, putSpan, setHead, spanAt } from './run-view-state.ts'

/** What becomes of spans that are still open when their run stops being worked on. */

/** Ends every open span at the last event's moment, and drops what only was live of it (invariant 4). */
export function closeOpen(state: FoldState): void {
  for (const path of [...state.open]) {
    const span = spanAt(state, path)
    if (span !== undefined) putSpan(state, { ...withoutLive(span), endMs: state.eventMs, state: 'interrupted' })
  }
  if (state.head.waiting.length > 0) setHead(state, { waiting: [] })
}

/** Shows open spans as interrupted and keeps what had come of them. They stay open: the run may be resumed. */
export function markInterrupted(state: FoldState): void {
  for (const path of state.open) {
    const index = state.at.get(path)
    const span = spanAt(state, path)
    if (index !== undefined && span !== undefined) {
      state.spans[index] = { ...span, endMs: Math.max(span.startMs, state.eventMs), state: 'interrupted' }
    }
  }
  setHead(state, { shape: state.head.shape + 1 })
}

export function withoutLive(span: Span): Span {
  if (span.kind === 'model') {
    return { ...span, text: '', reasoning: '', drafts: [], firstTokenAt: null }
  }
  return span.kind === 'tool' ? { ...span, output: '' } : span
}
