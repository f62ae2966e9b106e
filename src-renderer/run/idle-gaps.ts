import type { RunView, Span } from '../../src-shared/run/view/run-view.ts'
import type { TimeMap } from './time-map.ts'

/** An interval without any event or streamed text. ms since the run's start. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** Shorter pauses are not folded, ms. */
export const minGap = 2000
/** Length of a folded gap, ms of the axis. */
export const foldedGap = 400

/** The intervals of a run that are long enough to fold, in order. Waiting for the user counts like any other pause. */
export function idleGaps(view: Pick<RunView, 'spans' | 'lastMs'>): Gap[] {
  const moments: number[] = [0]
  const streams: Gap[] = []
  for (const span of view.spans) addMoments(span, moments, streams)
  const sorted = Float64Array.from(moments).sort()
  streams.sort((a, b) => a.from - b.from)
  const gaps: Gap[] = []
  let seen = 0
  let streamedTo = Number.NEGATIVE_INFINITY
  for (let index = 1; index < sorted.length; index++) {
    const from = sorted[index - 1] ?? 0
    const to = sorted[index] ?? 0
    if (to - from <= minGap) continue
    for (let next = streams[seen]; next !== undefined && next.from <= from; next = streams[++seen]) {
      streamedTo = Math.max(streamedTo, next.to)
    }
    if (streamedTo < to) gaps.push({ from, to })
  }
  return gaps
}

function addMoments(span: Span, moments: number[], streams: Gap[]): void {
  moments.push(span.startMs)
  if (span.endMs !== null) moments.push(span.endMs)
  if (span.againMs !== null) moments.push(span.againMs)
  if (span.kind === 'model') {
    for (const retry of span.retries) moments.push(retry.ms)
    if (span.firstTokenAt === null) return
    moments.push(span.firstTokenAt)
    streams.push({ from: span.firstTokenAt, to: span.endMs ?? Number.POSITIVE_INFINITY })
  } else if (span.kind === 'tool' && span.approval !== null) {
    moments.push(span.approval.askedMs)
    if (span.approval.answeredMs !== null) moments.push(span.approval.answeredMs)
  }
}

/** Creates the axis on which each gap is `foldedGap` long. */
export function foldedTime(gaps: readonly Gap[]): TimeMap {
  const run = [0]
  const axis = [0]
  let folded = 0
  for (const { from, to } of gaps) {
    run.push(from, to)
    axis.push(from - folded)
    folded += to - from - foldedGap
    axis.push(to - folded)
  }
  return { run, axis }
}
