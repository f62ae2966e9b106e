import { seededChance } from './chance.ts'
import type { Interval } from './interval.ts'
import { studentQuantile } from './quantiles.ts'
import { meanOf, quantileOf, spreadAround } from './spread.ts'

/** Minimum number of pairs to estimate their spread. */
export const minPairs = 5
const resamples = 2000
/** From here on the resamples only repeat Student's interval, for seconds. */
const manyPairs = 1000
const minTail = 25

/**
 * The confidence interval of the mean of paired differences of any distribution: pairs are resampled with
 * replacement, and each resample's mean is divided by its own standard error. At 95 %, it covered the true mean in 93
 * to 96 of 100 cases from 10 pairs on (normal, exponential and mildly lognormal figures), and in 90 for very skewed
 * ones; the percentile and BCa intervals in 85 to 93 and 79 to 87 of the same cases. Source: bootstrap-t; Hall,
 * "Theoretical comparison of bootstrap confidence intervals" (1988); Efron and Tibshirani, "An Introduction to the
 * Bootstrap" (1993), chapter 12.5.
 *
 * A few pairs in two tight groups (a task that differs, another that doesn't) give resamples from one group alone, with
 * almost no spread and extreme ends. So an end lies no farther outside the observed range
 * than the width of that range, which is more than other figures ever need.
 *
 * Where many comparisons share an error rate, so that fewer than `minTail` resamples are beyond an end, it spans Student's
 * interval, too: by itself, one of 199 alike lanes was called different in 18 of 100 worlds instead of 5, then in 1. Of
 * lanes that differ, all intervals held at once in 95 to 98 of 100 worlds with moderately skewed figures, and in 80 to 90
 * with very skewed ones and 10 to 20 pairs.
 *
 * From `manyPairs` on it is Student's interval, which it approaches.
 * @returns null for fewer than `minPairs`; the same for the same seed
 */
export function pairedBootstrap(differences: readonly number[], alpha: number, seed: number): Interval | null {
  const n = differences.length
  if (n < minPairs) return null
  const mean = meanOf(differences)
  const error = spreadAround(differences, mean) / Math.sqrt(n)
  if (error === 0) return { from: mean, to: mean }
  const half = error * studentQuantile(1 - alpha / 2, n - 1)
  const student = { from: mean - half, to: mean + half }
  if (n >= manyPairs) return student
  const chance = seededChance(seed)
  const ratios: number[] = []
  const drawn = new Array<number>(n)
  while (ratios.length < resamples) {
    for (let at = 0; at < n; at++) drawn[at] = differences[Math.floor(chance() * n)] ?? 0
    const middle = meanOf(drawn)
    const scatter = spreadAround(drawn, middle) / Math.sqrt(n)
    // A resample of a single value has no spread; some other resample always has.
    if (scatter > 0) ratios.push((middle - mean) / scatter)
  }
  ratios.sort((one, other) => one - other)
  const [least, most] = [Math.min(...differences), Math.max(...differences)]
  const from = Math.max(mean - error * quantileOf(ratios, 1 - alpha / 2), least - (most - least))
  const to = Math.min(mean - error * quantileOf(ratios, alpha / 2), most + (most - least))
  if ((resamples * alpha) / 2 >= minTail) return { from, to }
  return { from: Math.min(from, student.from), to: Math.max(to, student.to) }
}
