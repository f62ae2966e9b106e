/** A confidence interval. */
export interface Interval {
  readonly from: number
  readonly to: number
}
