import type { Gap } from '../../../run/idle-gaps.ts'
import { ownTime, type TimeMap } from '../../../run/time-map.ts'
import type { AxisKind } from '../../../stores/session/timeline-store.ts'
import type { Amounts } from './amounts.ts'

/** A time range that the axis omits. */
export interface Break {
  /** Position on the axis. */
  readonly from: number
  readonly to: number
  /** Start and duration, ms; Infinity while it is under way. */
  readonly startMs: number
  readonly lastedMs: number
}

/** The x-axis of a run. */
export interface Scale {
  /** `shared`: an axis defined outside the run, such as that of playback or of aligned phases. */
  readonly kind: AxisKind | 'shared'
  /** Maps the run's times to the axis. */
  readonly time: TimeMap
  /** Maps the values of the ticks to the axis: ms, tokens or millionths of a dollar. */
  readonly values: TimeMap
  readonly breaks: readonly Break[]
  /** Positions of spans, if they do not depend on time. */
  readonly amounts: Amounts | null
}

export const realScale: Scale = { kind: 'real', time: ownTime, values: ownTime, breaks: [], amounts: null }
/** Working time of a run without known waits. */
export const unbrokenScale: Scale = { ...realScale, kind: 'working' }

/** The scale of an axis that `time` defines. */
export function sharedScale(time: TimeMap): Scale {
  if (time === ownTime) return realScale
  return { kind: 'shared', time, values: time, breaks: breaksOf(time), amounts: null }
}

function breaksOf({ run, axis }: TimeMap): Break[] {
  return run.flatMap((end, index) => {
    const [startMs, from, to] = [run[index - 1], axis[index - 1], axis[index]]
    if (startMs === undefined || from === undefined || to === undefined) return []
    const lastedMs = end - startMs
    return lastedMs <= to - from + 1 ? [] : [{ from, to, startMs, lastedMs }]
  })
}

/** Shorter waits are left out of the axis without a mark, ms. */
const minTorn = 250

/** An axis of working time. @param tear maximum width of a gap, ms of the axis */
export function workingScale(gaps: readonly Gap[], tear: number): Scale {
  if (gaps.length === 0) return unbrokenScale
  const time = { run: [0], axis: [0] }
  const values = { run: [0], axis: [0] }
  const breaks: Break[] = []
  let [at, worked, before] = [0, 0, 0]
  for (const { from, to } of gaps) {
    worked += from - before
    at += from - before
    before = to
    const end = at + Math.min(tear, to - from)
    // A wait under way takes its full width from the start.
    const knots = to === Number.POSITIVE_INFINITY ? [from, from + 1, Number.MAX_SAFE_INTEGER] : [from, to]
    time.run.push(...knots)
    time.axis.push(at, ...knots.slice(1).map(() => end))
    values.run.push(worked, worked)
    values.axis.push(at, end)
    if (to - from >= minTorn) breaks.push({ from: at, to: end, startMs: from, lastedMs: to - from })
    at = end
  }
  return { kind: 'working', time, values, breaks, amounts: null }
}

/** Maximum shares of the width for one break and for all of them. */
const tearPart = 0.055
const tearsPart = 0.3

/**
 * The width of breaks, ms of the axis, such that they are visible and leave most of the width to work.
 * @param steady for a run under way: grows in steps, so that the picture does not move continuously
 */
export function breakWidth(gaps: readonly Gap[], lastMs: number, steady: boolean): number {
  const idle = gaps.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, lastMs) - from), 0)
  const worked = Math.max(400, lastMs - idle)
  const wide = worked * Math.min(tearPart, tearsPart / Math.max(1, gaps.length))
  return steady ? 2 ** Math.floor(Math.log2(wide)) : wide
}
