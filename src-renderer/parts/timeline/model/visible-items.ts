import { firstEndingFrom, lastStartingBy, type Track } from '../../../../src-shared/timeline/track.ts'
import type { CanvasState } from '../canvas/canvas-state.ts'
import type { Place } from './layout.ts'

/** The data of a drawn span that its button needs. */
export interface VisibleItem {
  readonly index: number
  readonly place: Place
}
/** Some of the visible spans in start order; the others are counted. */
export interface VisibleWindow {
  readonly items: readonly VisibleItem[]
  /** Number of omitted spans on this side, and the index of the nearest one. */
  readonly before: { readonly nearest: number; readonly count: number } | null
  readonly after: { readonly nearest: number; readonly count: number } | null
}

type Throttled = NonNullable<CanvasState['throttled']>

/** Visible spans in start order, and the number of omitted ones on either side. */
interface Sight {
  readonly near: readonly VisibleItem[]
  readonly before: number
  readonly after: number
}

/**
 * Positions of the visible spans. If there are very many, returns those around index `around`, or the first; the cost
 * does not grow with their number.
 * @param most maximum number on either side, per line
 */
export function visibleSpans(
  { rows, viewport, layout }: Pick<Throttled, 'rows' | 'viewport' | 'layout'>,
  around: number | null = null,
  most = Number.POSITIVE_INFINITY,
): Sight {
  const found = new Map<number, VisibleItem>()
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

/** Slot of the first bar whose span index is at least `index`; bars are sorted by span index. */
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
 * At most `most` adjacent spans: those around index `around`, or the first ones.
 * @param pinned additional spans, included even if they are not visible
 */
export function windowOf(
  { near, ...left }: Sight,
  around: number | null,
  pinned: readonly VisibleItem[],
  most: number,
): VisibleWindow {
  const at = around === null ? 0 : near.findIndex(({ index }) => index >= around)
  const middle = at < 0 ? near.length : at
  const from = Math.max(0, Math.min(middle - Math.floor(most / 2), near.length - most))
  const items = near.slice(from, from + most)
  const [first, last] = [near[from - 1], near[from + most]]
  const before = first === undefined ? null : { nearest: first.index, count: left.before + from }
  const after = last === undefined ? null : { nearest: last.index, count: left.after + near.length - from - most }
  const more = pinned.filter(({ index }) => !items.some((item) => item.index === index))
  return { items: [...items, ...more].sort((one, other) => one.index - other.index), before, after }
}
