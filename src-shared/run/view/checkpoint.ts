import type { RunView, Span } from './run-view.ts'
import { type FoldState, newState, putSpan } from './state.ts'

/**
 * A fold in the middle of a log, as plain data: its head, and those of its spans that later events can still change or
 * be nested in. Folding on from it gives the same spans and the same head as folding the whole log.
 */
export interface RunCheckpoint {
  readonly head: Omit<RunView, 'spans' | 'at' | 'unknown'>
  readonly spans: readonly Span[]
  readonly eventMs: number
}

/** Maximum of spans left open by crashes. */
const maxInterrupted = 500

export function checkpointState(state: FoldState): RunCheckpoint {
  const paths = new Set<string>(state.open)
  // A step interrupted by a crash may be continued, and then keeps its first start.
  const cutOff = state.head.resumed === 0 ? [] : state.spans.filter((span) => span.state === 'interrupted')
  for (const span of cutOff.slice(-maxInterrupted)) paths.add(span.path)
  for (const path of paths) {
    const parent = state.spans[state.at.get(path) ?? -1]?.parent ?? null
    // A set that grows while it is gone through is gone through to its new end.
    if (parent !== null) paths.add(parent)
  }
  const spans = state.spans.filter((span) => paths.has(span.path))
  return { head: { ...state.head }, spans, eventMs: state.eventMs }
}

export function stateFrom({ head, spans, eventMs }: RunCheckpoint): FoldState {
  const state = { ...newState(), head: { ...head }, eventMs }
  for (const span of spans) putSpan(state, span)
  return state
}
