/**
 * Maps run times to an axis: piecewise linear and never decreasing. `run` and `axis` are the coordinates of the same
 * knots, ms. Before the first and after the last knot both advance equally. If two knots share a run time, the axis
 * jumps there: what ends at that time ends before the jump, and what starts at that time starts after it.
 */
export interface TimeMap {
  readonly run: readonly number[]
  readonly axis: readonly number[]
}

/** The axis equals the run's own time. */
export const ownTime: TimeMap = { run: [0], axis: [0] }

/** @param side of a jump: for the end or the start of something */
export function toAxis(map: TimeMap, ms: number, side: 'start' | 'end' = 'start'): number {
  if (map === ownTime) return ms
  return between(map.run, map.axis, ms, side)
}

/** The run time at a position of the axis; within a jump, the time at which it jumps. */
export function toRun(map: TimeMap, at: number): number {
  if (map === ownTime) return at
  return between(map.axis, map.run, at, 'start')
}

/** Converts an interval of one run to the times of another run on the same axis. ms */
export function convertInterval({ from, to }: Interval, own: TimeMap, other: TimeMap): Interval {
  return { from: toRun(other, toAxis(own, from)), to: toRun(other, toAxis(own, to, 'end')) }
}
interface Interval {
  readonly from: number
  readonly to: number
}

function between(from: readonly number[], to: readonly number[], at: number, side: 'start' | 'end'): number {
  const before = lastBefore(from, at, side)
  const [x0 = 0, y0 = 0] = [from[Math.max(0, before)], to[Math.max(0, before)]]
  const [x1, y1] = [from[before + 1], to[before + 1]]
  if (before < 0 || x1 === undefined || y1 === undefined || x1 === x0) return y0 + (at - x0)
  return y0 + ((at - x0) / (x1 - x0)) * (y1 - y0)
}

/** Index of the last knot at or before `at`; for ends, strictly before it. -1 if there is none. */
function lastBefore(knots: readonly number[], at: number, side: 'start' | 'end'): number {
  let low = 0
  let high = knots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const knot = knots[middle] ?? 0
    if (side === 'start' ? knot <= at : knot < at) low = middle + 1
    else high = middle
  }
  return low - 1
}
