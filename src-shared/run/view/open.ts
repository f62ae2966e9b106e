import type { Span } from './run-view.ts'
import { type FoldState, putSpan, setHead, spanAt } from './state.ts'

/** What becomes of spans that are still open when their run stops being worked on. */

/** Ends every open span at the last event's moment, and drops what only was live of it (invariant 4). */
export function closeOpen(state: FoldState): void {
  for (const path of state.open) {
    const span = spanAt(state, path)
    if (span !== undefined) putSpan(state, { ...withoutLive(span), endMs: state.eventMs, state: 'interrupted' })
  }
  if (state.head.waiting.length > 0) setHead(state, { waiting: [] })
}

/** Shows open spans as interrupted and keeps what had come of them. They stay open: the run may be resumed. */
export function markInterrupted(state: FoldState): void {
  if (state.aside !== null || !isUnderWay(state)) return
  state.aside = state.head.waiting
  showOpen(state, (span) => ({ ...span, endMs: Math.max(span.startMs, state.eventMs), state: 'interrupted' }))
  changed(state, { status: 'interrupted', waiting: [] })
}

/** Takes the marks off again: somebody works on the run after all. */
export function unmarkInterrupted(state: FoldState): void {
  const waiting = state.aside
  if (waiting === null) return
  state.aside = null
  showOpen(state, (span) => ({ ...span, endMs: null, state: waiting.includes(span.path) ? 'waiting' : 'running' }))
  changed(state, { status: waiting.length > 0 ? 'waiting' : 'running', waiting })
}

const isUnderWay = ({ head }: FoldState) => head.status === 'running' || head.status === 'waiting'

function showOpen(state: FoldState, change: (span: Span) => Span): void {
  for (const path of state.open) {
    const index = state.at.get(path)
    const span = spanAt(state, path)
    if (index !== undefined && span !== undefined) state.spans[index] = change(span)
  }
}

function changed(state: FoldState, change: Partial<FoldState['head']>): void {
  setHead(state, { ...change, version: state.head.version + 1, shape: state.head.shape + 1 })
}

function withoutLive(span: Span): Span {
  if (span.kind === 'model') {
    return { ...span, text: '', reasoning: '', drafts: [], firstTokenAt: null }
  }
  if (span.kind === 'step') {
    const { said: _, ...rest } = span
    return rest
  }
  return span.kind === 'tool' ? { ...span, output: '' } : span
}
