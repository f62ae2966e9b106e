import { pairedBootstrap } from '../../../src-shared/statistics/bootstrap.ts'
import type { Interval } from '../../../src-shared/statistics/interval.ts'
import { meanOf, spreadAround } from '../../../src-shared/statistics/spread.ts'

/** So many pairs is where it is narrowest for what it promises. */
const tunedFor = 20

/**
 * The interval of a mean that holds at every look together, however often one looks and whenever one stops; for large
 * numbers, as the central limit theorem does.
 * Source: asymptotic confidence sequence; Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
 * theory and asymptotic confidence sequences" (2024).
 * @param values at least one
 */
export function sequentialMean(values: readonly number[], alpha: number): Interval {
  const n = values.length
  const mean = meanOf(values)
  const bet = 2 * Math.log(1 / alpha)
  const rho = (bet + Math.log(1 + bet)) / tunedFor
  const reach = ((2 * (n * rho + 1)) / (n ** 2 * rho)) * Math.log(Math.sqrt(n * rho + 1) / alpha)
  const half = spreadAround(values, mean) * Math.sqrt(reach)
  return { from: mean - half, to: mean + half }
}

/**
 * The interval of the mean of paired differences. If one looks again as pairs are added it spans both what the
 * bootstrap gives, which is the better one for few pairs, and what holds over all looks: the bootstrap alone, looked
 * at after each of ten additions, calls alike lanes different two to three times of ten.
 * @returns null for too few pairs; the same for the same seed
 */
export function differenceOf(
  differences: readonly number[],
  alpha: number,
  { seed, manyLooks }: { readonly seed: number; readonly manyLooks: boolean },
): Interval | null {
  const once = pairedBootstrap(differences, alpha, seed)
  if (once === null || !manyLooks) return once
  const always = sequentialMean(differences, alpha)
  return { from: Math.min(once.from, always.from), to: Math.max(once.to, always.to) }
}
