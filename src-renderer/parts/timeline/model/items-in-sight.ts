import { firstEndingFrom, lastStartingBy, type Track } from '../../../../src-shared/timeline/track.ts'
import type { StageState } from '../stage/stage-state.ts'
import type { Place } from './layout.ts'

/** A drawn span as its button needs it. */
export interface SightItem {
  readonly index: number
  readonly place: Place
}
/** Some of the spans in sight, in the order they started in; the others are counted. */
export interface SightWindow {
  readonly items: readonly SightItem[]
  /** Indices of the nearest ones that are left out, and how many. */
  readonly before: { readonly nearest: number; readonly count: number } | null
  readonly after: { readonly nearest: number; readonly count: number } | null
}

type Calm = NonNullable<StageState['calm']>

/** Spans in sight in the order they started in, and how many are left out on either side of them. */
interface Sight {
  readonly near: readonly SightItem[]
  readonly before: number
  readonly after: number
}

/**
 * Where the spans in sight are drawn. Of very many, those near the one with index `around`, or the first: what this
 * takes does not grow with how many there are.
 * @param most as many on either side, of each line
 */
export function spansInSight(
  { rows, viewport, layout }: Pick<Calm, 'rows' | 'viewport' | 'layout'>,
  around: number | null = null,
  most = Number.POSITIVE_INFINITY,
): Sight {
  const found = new Map<number, SightItem>()
  let [before, after] = [0, 0]
  for (const { name: line, track } of rows.lines) {
    const first = Math.max(firstEndingFrom(track, viewport.from), firstSpanFrom(track, 0))
    const last = lastStartingBy(track, viewport.to)
    if (last < first) continue
    const middle = Math.min(last, Math.max(first, firstSpanFrom(track, around ?? 0)))
    const [from, to] = [Math.max(first, middle - most), Math.min(last, middle + most)]
    before += from - first
    after += last - to
    for (let slot = from; slot <= to; slot++) {
      const index = track.span[slot] ?? -1
      if (!found.has(index)) found.set(index, { index, place: { group: layout.root, line, track, slot } })
    }
  }
  return { near: [...found.values()].sort((one, other) => one.index - other.index), before, after }
}

/** Slot of the first bar whose span is at an index or after it: bars stand in the order of their spans. */
function firstSpanFrom({ span }: Track, index: number): number {
  let low = 0
  let high = span.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((span[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * At most `most` of them, next to each other: those around the one with index `around`, or the first ones.
 * @param kept are there besides, also where they are out of sight
 */
export function windowOf(
  { near, ...left }: Sight,
  around: number | null,
  kept: readonly SightItem[],
  most: number,
): SightWindow {
  const at = around === null ? 0 : near.findIndex(({ index }) => index >= around)
  const middle = at < 0 ? near.length : at
  const from = Math.max(0, Math.min(middle - Math.floor(most / 2), near.length - most))
  const items = near.slice(from, from + most)
  const [first, last] = [near[from - 1], near[from + most]]
  const before = first === undefined ? null : { nearest: first.index, count: left.before + from }
  const after = last === undefined ? null : { nearest: last.index, count: left.after + near.length - from - most }
  const more = kept.filter(({ index }) => !items.some((item) => item.index === index))
  return { items: [...items, ...more].sort((one, other) => one.index - other.index), before, after }
}
