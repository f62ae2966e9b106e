import type { Gap } from '../../../run/idle-gaps.ts'
import { ownTime, type TimeMap } from '../../../run/time-map.ts'
import type { AxisKind } from '../../../stores/session/timeline-store.ts'
import type { Amounts } from './amounts.ts'

/** A stretch of time that the axis leaves out. */
export interface Break {
  /** On the axis. */
  readonly from: number
  readonly to: number
  /** When it began, and how long it lasted, ms; Infinity while it goes on. */
  readonly startMs: number
  readonly lastedMs: number
}

/** How a run lies on the x-axis. */
export interface Scale {
  /** `shared`: on an axis that somebody else made, such as that of playback or of aligned phases. */
  readonly kind: AxisKind | 'shared'
  /** Where the run's moments lie. */
  readonly time: TimeMap
  /** Where the values lie that its ticks name: ms, tokens or millionths of a dollar. */
  readonly values: TimeMap
  readonly breaks: readonly Break[]
  /** Where spans lie, if not by their time. */
  readonly amounts: Amounts | null
}

export const realScale: Scale = { kind: 'real', time: ownTime, values: ownTime, breaks: [], amounts: null }
/** Working time of a run of which no wait is known. */
export const nothingTorn: Scale = { ...realScale, kind: 'working' }

/** The scale of an axis on which moments lie by `time`. */
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

/** Time in which something was done. @param tear how wide a gap is at most, ms of the axis */
export function workingScale(gaps: readonly Gap[], tear: number): Scale {
  if (gaps.length === 0) return nothingTorn
  const time = { run: [0], axis: [0] }
  const values = { run: [0], axis: [0] }
  const breaks: Break[] = []
  let [at, worked, before] = [0, 0, 0]
  for (const { from, to } of gaps) {
    worked += from - before
    at += from - before
    before = to
    const end = at + Math.min(tear, to - from)
    // A wait that goes on has its place from its first moment on.
    const knots = to === Number.POSITIVE_INFINITY ? [from, from + 1, Number.MAX_SAFE_INTEGER] : [from, to]
    time.run.push(...knots)
    time.axis.push(at, ...knots.slice(1).map(() => end))
    values.run.push(worked, worked)
    values.axis.push(at, end)
    breaks.push({ from: at, to: end, startMs: from, lastedMs: to - from })
    at = end
  }
  return { kind: 'working', time, values, breaks, amounts: null }
}

/** Parts of the width that one tear and all of them may take. */
const tearPart = 0.055
const tearsPart = 0.3

/**
 * How wide tears are, ms of the axis, so that they can be seen and leave most of the width to work.
 * @param steady for a run that goes on: in steps, so that not every moment moves what is drawn
 */
export function tearOf(gaps: readonly Gap[], lastMs: number, steady: boolean): number {
  const idle = gaps.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, lastMs) - from), 0)
  const worked = Math.max(400, lastMs - idle)
  const wide = worked * Math.min(tearPart, tearsPart / Math.max(1, gaps.length))
  return steady ? 2 ** Math.floor(Math.log2(wide)) : wide
}
