import type { RunView, Span } from './run-view.ts'
import { type FoldState, newState, putSpan } from './state.ts'

/**
 * A fold on its way through a log, as plain data: its head, and of its spans those that what comes can still change or
 * stand in. What is folded on from it comes to the same spans and the same head as the whole fold does.
 */
export interface RunCheckpoint {
  readonly head: Omit<RunView, 'spans' | 'at' | 'unknown'>
  readonly spans: readonly Span[]
  readonly eventMs: number
}

/** Spans of a crash that nobody came back to are not worth more. */
const maxInterrupted = 500

export function checkpointState(state: FoldState): RunCheckpoint {
  const kept = new Set<string>(state.open)
  // A step that a crash cut off may be taken up again, and then begins where it first did.
  const cutOff = state.head.resumed === 0 ? [] : state.spans.filter((span) => span.state === 'interrupted')
  for (const span of cutOff.slice(-maxInterrupted)) kept.add(span.path)
  for (const path of kept) {
    const parent = state.spans[state.at.get(path) ?? -1]?.parent ?? null
    // A set that grows while it is gone through is gone through to its new end.
    if (parent !== null) kept.add(parent)
  }
  const spans = state.spans.filter((span) => kept.has(span.path))
  return { head: { ...state.head }, spans, eventMs: state.eventMs }
}

export function stateFrom({ head, spans, eventMs }: RunCheckpoint): FoldState {
  const state = { ...newState(), head: { ...head }, eventMs }
  for (const span of spans) putSpan(state, span)
  return state
}
