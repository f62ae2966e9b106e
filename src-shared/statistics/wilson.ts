import type { Interval } from './interval.ts'
import { normalQuantile } from './quantiles.ts'

/**
 * The confidence interval of a rate, from `good` of `all`. Its coverage is good even for few trials and near 0 and 1.
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference" (1927), without continuity
 * correction; recommended by Brown, Cai and DasGupta (2001).
 * @param all at least 1
 * @param alpha one minus the confidence level, such as 0.05
 */
export function wilsonInterval(good: number, all: number, alpha: number): Interval {
  const z = normalQuantile(1 - alpha / 2)
  const rate = good / all
  const shrink = 1 + z ** 2 / all
  const middle = (rate + z ** 2 / (2 * all)) / shrink
  const half = (z / shrink) * Math.sqrt((rate * (1 - rate)) / all + z ** 2 / (4 * all ** 2))
  return { from: good === 0 ? 0 : middle - half, to: good === all ? 1 : middle + half }
}
