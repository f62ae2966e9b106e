/** From where to where a figure is likely to be. */
export interface Interval {
  readonly from: number
  readonly to: number
}
