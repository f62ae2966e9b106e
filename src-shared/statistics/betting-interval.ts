import type { Interval } from './interval.ts'

/** How often a value was seen. */
export interface SeenValue {
  readonly value: number
  readonly count: number
}

/**
 * The interval of the mean of values within bounds that holds at every look together, however often one looks and
 * whenever one stops; for any distribution and any number of values. A mean is in it unless a bet against it has grown
 * to 1/alpha: the stakes are spread evenly over all that can't lose everything, 1 + λ(value − mean) for each value.
 * For 0 and 1, and against the mean 0 for −1, 0 and 1, it is the bet of `sequential.ts`.
 * Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024), section 4, with a
 * uniform mixture in place of a predicted stake; Ville (1939).
 * @param seen at least one value, within the bounds
 */
export function bettingInterval(
  seen: readonly SeenValue[],
  [lowest, highest]: readonly [number, number],
  alpha: number,
): Interval {
  const all = seen.reduce((sum, { count }) => sum + count, 0)
  const mean = seen.reduce((sum, { value, count }) => sum + value * count, 0) / all
  const isIn = (at: number) => logGrowth(seen, at, [lowest, highest]) < -Math.log(alpha)
  const end = (outermost: number): number => {
    let [inside, outside] = [mean, outermost]
    for (let halving = 0; halving < 30; halving++) {
      const middle = (inside + outside) / 2
      if (isIn(middle)) inside = middle
      else outside = middle
    }
    return outside
  }
  return { from: end(lowest), to: end(highest) }
}

const steps = 64

/** The log of what the bet against a mean has grown to: the mean over all stakes, by the midpoint rule around its peak. */
function logGrowth(seen: readonly SeenValue[], mean: number, [lowest, highest]: readonly [number, number]): number {
  const [least, most] = [-1 / (highest - mean), 1 / (mean - lowest)]
  const parts = seen.map(({ value, count }) => ({ by: value - mean, count }))
  const logAt = (stake: number) => {
    let sum = 0
    for (const { by, count } of parts) if (count > 0) sum += count * Math.log(1 + stake * by)
    return sum
  }
  const peak = peakOf(parts, least, most)
  let curve = 0
  for (const { by, count } of parts) curve += count * (by / (1 + peak * by)) ** 2
  const width = 8 / Math.sqrt(curve)
  const [from, to] = [Math.max(least, peak - width), Math.min(most, peak + width)]
  const top = logAt(peak)
  let sum = 0
  for (let step = 0; step < steps; step++) sum += Math.exp(logAt(from + ((step + 0.5) / steps) * (to - from)) - top)
  return top + Math.log((sum / steps) * ((to - from) / (most - least)))
}

/** The stake that would have won most: the log of what it grows to is concave. */
function peakOf(
  parts: readonly { readonly by: number; readonly count: number }[],
  least: number,
  most: number,
): number {
  let [low, high] = [least, most]
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2
    let slope = 0
    for (const { by, count } of parts) slope += (count * by) / (1 + middle * by)
    if (slope > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
