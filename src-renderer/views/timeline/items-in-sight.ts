import { firstEndingFrom } from '../../../src-shared/timeline/track.ts'
import type { Place } from './layout.ts'
import type { StageState } from './stage-state.ts'

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

/** Where the spans in sight are drawn, in the order they started in. */
export function spansInSight({ rows, viewport, layout }: Calm): readonly SightItem[] {
  const found = new Map<number, SightItem>()
  for (const { name: line, track } of rows.lines)
    for (let slot = firstEndingFrom(track, viewport.from); slot < track.start.length; slot++) {
      if ((track.start[slot] ?? 0) > viewport.to) break
      const index = track.span[slot] ?? -1
      if (!found.has(index)) found.set(index, { index, place: { group: layout.root, line, track, slot } })
    }
  return [...found.values()].sort((one, other) => one.index - other.index)
}

/**
 * At most `most` of them, next to each other: those around the one with index `around`, or the first ones.
 * @param kept are there besides, also where they are out of sight
 */
export function windowOf(
  all: readonly SightItem[],
  around: number | null,
  kept: readonly SightItem[],
  most: number,
): SightWindow {
  const at = around === null ? 0 : all.findIndex(({ index }) => index >= around)
  const middle = at < 0 ? all.length : at
  const from = Math.max(0, Math.min(middle - Math.floor(most / 2), all.length - most))
  const items = all.slice(from, from + most)
  const [left, right] = [all[from - 1], all[from + most]]
  const before = left === undefined ? null : { nearest: left.index, count: from }
  const after = right === undefined ? null : { nearest: right.index, count: all.length - from - most }
  const more = kept.filter(({ index }) => !items.some((item) => item.index === index))
  return { items: [...items, ...more].sort((one, other) => one.index - other.index), before, after }
}
