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
