import type { ModelSpan, RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import type { TimeMap } from '../../../run/time-map.ts'

/**
 * Positions of spans on an axis of tokens or of money.
 *
 * 1. A model call is as long as its amount. All other spans have no length and are placed where the calls before them
 *    end.
 * 2. Parallel branches start at the same position and advance by their own calls; later spans start where the longest
 *    branch ends. Lengths in different rows are therefore comparable.
 * 3. Groups extend from their first call to the end of their last.
 */
export interface Amounts {
  /** By span index. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** The end of the last span. */
  readonly total: number
  /** Maps the run's times to the axis: to the farthest branch at that time. */
  readonly time: TimeMap
}

/** The amount of a call, in the unit of the axis. */
export type Measure = (span: ModelSpan) => number
export const tokensOf: Measure = ({ reply }) => (reply === null ? 0 : reply.usage.input + reply.usage.output)
/** Millionths of a dollar. */
export const costOf: Measure = ({ cost }) => (cost ?? 0) * 1e6

interface Branches {
  readonly lane: string
  readonly base: number
  readonly endMs: number
  farthest: number
}

export function amountsOf(view: Pick<RunView, 'spans' | 'at'>, measure: Measure): Amounts {
  const start = new Float64Array(view.spans.length)
  const end = new Float64Array(view.spans.length)
  const lanes = new Lanes()
  const ends: { ms: number; at: number }[] = []
  for (const [index, span] of view.spans.entries()) {
    const from = lanes.place(span)
    const to = span.kind === 'model' ? from + measure(span) : from
    start[index] = from
    end[index] = to
    if (span.kind === 'branches') lanes.branch(span, from)
    if (to === from) continue
    lanes.go(span.lane, to)
    ends.push({ ms: span.startMs, at: from }, { ms: span.endMs ?? span.startMs, at: to })
    for (let around = groupOf(view, span); around !== undefined; around = groupOf(view, view.spans[around])) {
      end[around] = Math.max(end[around] ?? 0, to)
    }
  }
  const total = end.reduce((most, each) => Math.max(most, each), 0)
  return { start, end, total, time: timeOf(ends, total) }
}

const groupOf = ({ at }: Pick<RunView, 'at'>, span: Span | undefined) =>
  span?.parent == null ? undefined : at.get(span.parent)

/** The current position of each lane. */
class Lanes {
  private readonly at = new Map<string, number>()
  private readonly branches = new Map<string, Branches>()
  /** Branches whose longest lane their parent lane must still wait for, by parent lane. */
  private readonly open = new Map<string, Branches[]>()

  /** The position at which a span of a lane starts. */
  place({ lane, startMs }: Span): number {
    const own = this.at.get(lane) ?? this.around(lane)?.base ?? 0
    const waiting = this.open.get(lane) ?? []
    const over = waiting.filter(({ endMs }) => endMs <= startMs)
    if (over.length === 0) return own
    this.open.set(
      lane,
      waiting.filter(({ endMs }) => endMs > startMs),
    )
    const to = Math.max(own, ...over.map(({ farthest }) => farthest))
    this.at.set(lane, to)
    return to
  }

  branch({ path, lane, endMs }: Span, base: number): void {
    const made = { lane, base, endMs: endMs ?? Number.POSITIVE_INFINITY, farthest: base }
    this.branches.set(path, made)
    this.open.set(lane, [...(this.open.get(lane) ?? []), made])
  }

  go(lane: string, to: number): void {
    this.at.set(lane, Math.max(to, this.at.get(lane) ?? 0))
    for (let around = this.around(lane); around !== undefined; around = this.around(around.lane)) {
      around.farthest = Math.max(around.farthest, to)
    }
  }

  private around(lane: string): Branches | undefined {
    return lane === '' ? undefined : this.branches.get(lane.slice(0, lane.lastIndexOf('/')))
  }
}

function timeOf(ends: readonly { ms: number; at: number }[], total: number): TimeMap {
  const run = [0]
  const axis = [0]
  let farthest = 0
  for (const { ms, at } of ends.toSorted((a, b) => a.ms - b.ms)) {
    farthest = Math.max(farthest, at)
    run.push(ms)
    axis.push(farthest)
  }
  run.push((run.at(-1) ?? 0) + 1, Number.MAX_SAFE_INTEGER)
  axis.push(total, total)
  return { run, axis }
}
