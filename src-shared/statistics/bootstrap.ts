import { seededChance } from './chance.ts'
import type { Interval } from './interval.ts'
import { studentQuantile } from './quantiles.ts'
import { meanOf, quantileOf, spreadAround } from './spread.ts'

/** Minimum number of pairs to estimate their spread. */
export const minPairs = 5
const resamples = 2000
/** From here on the resamples only repeat Student's interval, for seconds. */
const manyPairs = 1000

/**
 * The confidence interval of the mean of paired differences of any distribution: the wider, at each end, of the
 * bootstrap-t interval and Student's.
 *
 * Bootstrap-t: pairs are resampled with replacement, and each resample's mean is divided by its own standard error. It
 * follows skewed differences, which Student's interval doesn't. But two alike lanes on tasks of different sizes give
 * differences that are symmetric with heavy tails, and there it is too short: it called alike lanes different in 8 to 12
 * of 100 experiments instead of 5. Student's interval does so in 2 to 5, and both together in 1 to 5, at 95 % as at the
 * stricter levels of many lanes. Simulated in test/shared/statistics/false-measures.test.ts and many-lanes.test.ts.
 * Sources: Hall, "Theoretical comparison of bootstrap confidence intervals" (1988); Efron and Tibshirani, "An
 * Introduction to the Bootstrap" (1993), chapter 12.5; Student, "The probable error of a mean" (1908).
 *
 * A few pairs in two tight groups (a task that differs, another that doesn't) give resamples from one group alone, with
 * almost no spread and extreme ends. So an end of the bootstrap lies no farther outside the observed range
 * than the width of that range, which is more than other figures ever need.
 *
 * From `manyPairs` on it is Student's interval, which the bootstrap approaches.
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
  return { from: Math.min(from, student.from), to: Math.max(to, student.to) }
}
