import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { toAxis } from '../../../run/time-map.ts'
import type { Scale } from '../scale/scale.ts'
import { type TokenTracks, tokenTracks } from './token-tracks.ts'

/** A step function along the axis: each value holds until the next point. */
export interface Curve {
  readonly at: readonly number[]
  readonly value: readonly number[]
  readonly most: number
}

/** The tracks below the rows of a run. */
export interface Tracks {
  /** Input tokens of each model call. */
  readonly context: Curve
  /** The model's context window, tokens; null if it is unknown or differs between roles. */
  readonly limit: number | null
  /** Accumulated US dollars; null if no cost is known. */
  readonly cost: Curve | null
  /** Set only on an axis of tokens. */
  readonly tokens: TokenTracks | null
  /** Whether they only reserve space while the run loads. */
  readonly reading: boolean
}

/**
 * Context and cost of a run along its axis, from ended calls. One pass over all spans.
 * @param windowOf the context window of a model profile, tokens; null if unknown
 */
export function tracksOf(view: RunView, scale: Scale, windowOf: (profileId: string) => number | null): Tracks {
  const points: Point[] = []
  const paid: Point[] = []
  const windows = new Set<number | null>()
  for (const [index, span] of view.spans.entries()) {
    if (span.kind !== 'model' || span.reply === null) continue
    const { amounts, time } = scale
    const start = amounts === null ? toAxis(time, span.startMs) : (amounts.start[index] ?? 0)
    const end = amounts === null ? toAxis(time, span.endMs ?? span.startMs, 'end') : (amounts.end[index] ?? start)
    points.push({ at: start, value: span.reply.usage.input })
    paid.push({ at: end, value: span.cost ?? 0 })
    windows.add(windowOf(span.bound.profileId))
  }
  let sum = 0
  const added = paid.toSorted(byPlace).map(({ at, value }) => {
    sum += value
    return { at, value: sum }
  })
  const { amounts: places, kind } = scale
  const tokens = places === null || kind !== 'tokens' ? null : tokenTracks(view, places)
  const [limit = null] = windows.size === 1 ? windows : []
  return {
    context: curveOf(points.toSorted(byPlace)),
    limit,
    cost: sum === 0 ? null : curveOf(added),
    tokens,
    reading: false,
  }
}

const nothing: Curve = { at: [], value: [], most: 0 }

/** Reserves space for the tracks of a loading run, so that nothing moves when they are known. */
export const roomForTracks = ({ totals }: Pick<RunView, 'totals'>): Tracks => ({
  context: nothing,
  limit: null,
  cost: (totals.cost ?? 0) > 0 ? nothing : null,
  tokens: null,
  reading: totals.modelCalls > 1,
})

interface Point {
  readonly at: number
  readonly value: number
}
const byPlace = (a: Point, b: Point) => a.at - b.at

function curveOf(points: readonly Point[]): Curve {
  const most = points.reduce((top, { value }) => Math.max(top, value), 0)
  return { at: points.map(({ at }) => at), value: points.map(({ value }) => value), most }
}

/** Index of the last point at or before a position; -1 if there is none. */
export function lastPoint({ at }: Curve, position: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((at[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}
