import { merged, type Stretch, lengthOf as stretchesLength, within, without } from '../run/time/stretches.ts'
import { workOf } from '../run/time/work-times.ts'
import type { RunView, Span } from '../run/view/run-view.ts'

/**
 * The steps that determined the end of a run or of one of its groups: shortening any other would not have made it end
 * earlier (the critical path of Kelley and Walker, 1959, read backwards from the end).
 *
 * 1. It contains only steps, not the groups around them, in the order of their starts.
 * 2. Of parallel branches only the one that ended last counts; the same applies within it.
 */
export interface CriticalPath {
  /** Indices of its spans, ascending. */
  readonly spans: readonly number[]
  /** By lane: how much earlier than its slowest sibling each parallel branch ended, ms; 0 for the one that counts. */
  readonly slack: ReadonlyMap<string, number>
  /** Total duration of its spans without their waits, ms. */
  readonly workMs: number
  /** Total duration of its waits: for the user, before the next try of a call, for the limits of a model; ms. */
  readonly waitedMs: number
  /** Total work of all steps, on the path or not, ms; with parallel steps, more than the elapsed time. */
  readonly allMs: number
}

type Timed = Pick<RunView, 'spans' | 'shape'>

/** The part of the run to examine; the whole run if empty. */
export interface PathScope {
  /** Path of the group; null for the run. */
  readonly within?: string | null
  /** Only the steps that overlap this range, and only their time in it; ms since the run's start. */
  readonly range?: Stretch | null
}

/**
 * Computes the critical path in one pass over all spans.
 * @param nowMs the end of spans that are still in progress, ms since the run's start
 */
export function criticalPath(
  view: Timed,
  nowMs: number,
  { within: group = null, range = null }: PathScope = {},
): CriticalPath {
  const { path, all, slack } = stepsIn(view.spans, nowMs, group ?? '')
  const clip = range ?? { from: 0, to: Number.POSITIVE_INFINITY }
  const taken = lengthOf(view, path, clip, nowMs)
  const { workMs } = lengthOf(view, all, clip, nowMs)
  return { ...taken, slack, allMs: workMs }
}

interface Steps {
  /** Indices, ascending. */
  readonly path: readonly number[]
  readonly all: readonly number[]
  readonly slack: ReadonlyMap<string, number>
}

/** The steps within a group, and those on its critical path. */
function stepsIn(spans: readonly Span[], nowMs: number, within: string): Steps {
  const children = childrenOf(spans)
  const ends = endsOf(spans, nowMs)
  const path: number[] = []
  const overlapping: number[] = []
  const slack = new Map<string, number>()
  const open = [{ group: within, counts: true }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inside = children.get(next.group) ?? []
    const last = lastLane(spans, inside, ends, slack)
    for (const index of inside) {
      const span = spans[index]
      if (span === undefined) continue
      const counts = next.counts && (last === null || span.lane === last)
      if (isGroup(span)) open.push({ group: span.path, counts })
      else (counts ? path : overlapping).push(index)
    }
  }
  const rising = (indices: number[]) => indices.sort((a, b) => a - b)
  return { path: rising(path), all: rising([...path, ...overlapping]), slack }
}

const isGroup = (span: Span) => span.kind === 'phase' || span.kind === 'child' || span.kind === 'branches'

/** Indices of the spans directly in each group, by its path; `''` for those at the top level. */
function childrenOf(spans: readonly Span[]): ReadonlyMap<string, readonly number[]> {
  const children = new Map<string, number[]>()
  for (const [index, { kind, parent }] of spans.entries()) {
    // Notices take no time and belong to no branch.
    if (kind === 'notice' || kind === 'unknown') continue
    const known = children.get(parent ?? '')
    if (known === undefined) children.set(parent ?? '', [index])
    else known.push(index)
  }
  return children
}

/** When each lane ends, ms. */
function endsOf(spans: readonly Span[], nowMs: number): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const { lane, endMs } of spans) ends.set(lane, Math.max(ends.get(lane) ?? 0, endMs ?? nowMs))
  return ends
}

/** The branch of a group that ended last; null if the group's content is sequential. */
function lastLane(
  spans: readonly Span[],
  inside: readonly number[],
  ends: ReadonlyMap<string, number>,
  slack: Map<string, number>,
): string | null {
  const lanes = new Set(inside.map((index) => spans[index]?.lane ?? ''))
  if (lanes.size < 2) return null
  const endOf = (lane: string) => ends.get(lane) ?? 0
  const last = [...lanes].reduce((latest, lane) => (endOf(lane) > endOf(latest) ? lane : latest))
  for (const lane of lanes) slack.set(lane, endOf(last) - endOf(lane))
  return last
}

/** How steps divide into work and waits in a range, by the one rule for both. The steps of one lane are sequential. */
function lengthOf(
  view: Timed,
  steps: readonly number[],
  { from, to }: Stretch,
  nowMs: number,
): Pick<CriticalPath, 'spans' | 'workMs' | 'waitedMs'> {
  const lanes = new Map<string, { readonly lasts: Stretch[]; readonly works: Stretch[] }>()
  const inside: number[] = []
  for (const index of steps) {
    const span = view.spans[index]
    if (span === undefined || span.startMs > to || (span.endMs ?? nowMs) < from) continue
    inside.push(index)
    const lane = lanes.get(span.lane) ?? { lasts: [], works: [] }
    lanes.set(span.lane, lane)
    lane.lasts.push({ from: span.againMs ?? span.startMs, to: span.endMs ?? nowMs })
    lane.works.push(...workOf(view, span, nowMs))
  }
  let [workMs, waitedMs] = [0, 0]
  for (const { lasts, works } of lanes.values()) {
    const whole = within(merged(lasts), from, to)
    const idle = without(whole, merged(works))
    waitedMs += stretchesLength(idle)
    workMs += stretchesLength(whole) - stretchesLength(idle)
  }
  return { spans: inside, workMs, waitedMs }
}
