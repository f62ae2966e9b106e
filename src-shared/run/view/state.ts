import type { Failure } from '../../base/failure.ts'
import { noTotals, type StoredEvent } from '../event.ts'
import { attemptOf } from '../time/attempt.ts'
import { groupAt, laneOf, pathAbove } from './paths.ts'
import type { RunView, Span, SpanKind, SpanOf, SpanState } from './run-view.ts'

/** The fold's own, mutable state. Only the fold sees it; a `RunView` is what it shows of it. */
export interface FoldState {
  /** What a view shows beside the growing lists. It changes in place: a view has a copy of it. */
  readonly head: Omit<RunView, 'spans' | 'at' | 'unknown'>
  readonly spans: Span[]
  readonly at: Map<string, number>
  readonly unknown: StoredEvent[]
  /** Paths of spans that have started and not ended. */
  readonly open: Set<string>
  /** The latest time of any event, ms. Live data moves `head.lastMs` but not this (invariant 4). */
  eventMs: number
  /** The newest stretch of damaged events, by `seq`, and where the notice of it stands. */
  damage: {
    readonly first: number
    readonly last: number
    readonly path: string
    readonly parent: string | null
  } | null
  /** While open spans are shown as interrupted: who waited before; else null. */
  aside: readonly string[] | null
}

export function newState(): FoldState {
  return {
    head: {
      version: 0,
      shape: 0,
      lastSeq: -1,
      lastMs: 0,
      status: 'running',
      strategy: null,
      strategyVersion: '',
      routed: null,
      forkedFrom: null,
      goal: '',
      mode: null,
      approval: null,
      budget: null,
      startedAt: null,
      roles: {},
      totals: noTotals,
      waiting: [],
      text: '',
      meta: {},
      failure: null,
      before: null,
      after: null,
      files: null,
      notCovered: [],
      resumed: 0,
      damaged: 0,
    },
    spans: [],
    at: new Map(),
    unknown: [],
    open: new Set(),
    eventMs: 0,
    damage: null,
    aside: null,
  }
}

/** Spans and unknown events are replaced and never mutated, so the lists and the head alone are copied. */
export function copyState(state: FoldState): FoldState {
  return {
    ...state,
    head: { ...state.head },
    spans: [...state.spans],
    at: new Map(state.at),
    unknown: [...state.unknown],
    open: new Set(state.open),
  }
}

export function setHead(state: FoldState, change: Partial<FoldState['head']>): void {
  Object.assign(state.head, change)
}

export function spanAt(state: FoldState, path: string): Span | undefined {
  const index = state.at.get(path)
  return index === undefined ? undefined : state.spans[index]
}

const isKind = <K extends SpanKind>(span: Span, kind: K): span is SpanOf<K> => span.kind === kind

export function spanOf<K extends SpanKind>(state: FoldState, path: string, kind: K): SpanOf<K> | undefined {
  const span = spanAt(state, path)
  return span !== undefined && isKind(span, kind) ? span : undefined
}

/** Puts a span in its path's place, or at the end where the path is new. */
export function putSpan(state: FoldState, span: Span): void {
  const index = state.at.get(span.path)
  if (index === undefined) {
    state.at.set(span.path, state.spans.length)
    state.spans.push(span)
  } else state.spans[index] = span
  if (span.endMs === null) state.open.add(span.path)
  else state.open.delete(span.path)
}

/** Where and when a span starts. One that is taken up again keeps its first start. */
export function beginAt(state: FoldState, path: string, seq: number, kind: SpanKind) {
  const before = spanAt(state, path)
  const previous = before?.kind === kind ? before : undefined
  // The app died during the last attempt, or during the pause before it.
  const isAgain = previous !== undefined && previous.endMs !== null
  // It was only shown so far, before its start.
  const isPaused = !isAgain && previous?.pause !== undefined && previous.seq === previous.pause.seq
  const earlier = isAgain ? [...(previous.earlier ?? []), attemptOf(previous)] : previous?.earlier
  const pause = isAgain && previous.pause?.answer === null ? undefined : previous?.pause
  return {
    path,
    parent: groupAt(pathAbove(path), (above) => spanAt(state, above)),
    lane: laneOf(path),
    startMs: previous?.startMs ?? state.eventMs,
    endMs: null,
    againMs: previous === undefined || isPaused ? null : state.eventMs,
    seq: previous === undefined || isPaused ? seq : previous.seq,
    ...(pause !== undefined && { pause }),
    ...(earlier !== undefined && { earlier }),
  }
}

/** When the work on a span's present attempt began, ms since the run's start. */
export const attemptStartMs = (span: Span): number => span.againMs ?? span.pause?.answer?.ms ?? span.startMs

/** The state of a span that ended with a failure: what the user stopped did not go wrong. */
export const stateOfFailure = (failure: Failure): SpanState => (failure.kind === 'aborted' ? 'interrupted' : 'failed')
