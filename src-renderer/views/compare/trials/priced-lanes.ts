import type { LaneLabel } from '../../../../src-shared/comparison/comparison.ts'
import type { Estimate } from '../../../../src-shared/comparison/comparison-results.ts'

/** A lane by its success and what a trial takes. */
export interface PricedLane {
  readonly label: LaneLabel
  readonly name: string
  readonly success: Estimate
  /** US dollars or tokens of a trial, at the median. */
  readonly price: number
}

/** Whether another lane succeeds at least as often for no more, and is ahead in one of both. */
export const isBeaten = (lane: PricedLane, all: readonly PricedLane[]): boolean =>
  all.some(
    (each) =>
      each !== lane &&
      each.price <= lane.price &&
      each.success.value >= lane.success.value &&
      (each.price < lane.price || each.success.value > lane.success.value),
  )

/** As wide as a name beside its mark, and as high, pixels. */
const [nameWidth, nameHeight] = [130, 14]

/** How many lines below its mark each name stands, so that none lies on another. */
export function linesBelow(marks: readonly { readonly x: number; readonly y: number }[]): readonly number[] {
  const lines = marks.map(() => 0)
  const byX = marks.map((mark, at) => ({ ...mark, at })).toSorted((one, other) => one.x - other.x)
  for (const [rank, mark] of byX.entries()) {
    const near = byX.slice(0, rank).filter(({ x, y }) => mark.x - x < nameWidth && Math.abs(mark.y - y) < nameHeight)
    const taken = new Set(near.map(({ at }) => lines[at]))
    let line = 0
    while (taken.has(line)) line += 1
    lines[mark.at] = line
  }
  return lines
}

/** A line in steps through the lanes that none beats: for each price, the success that can be had for it. Empty for fewer than two. */
export function staircase(front: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...others] = front.toSorted((one, other) => one.x - other.x)
  if (first === undefined || others.length === 0) return ''
  return [`M${first.x},${first.y}`, ...others.map(({ x, y }) => `H${x}V${y}`)].join('')
}
