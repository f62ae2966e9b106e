import type { Interval } from '../../../src-shared/statistics/interval.ts'
import { wilsonInterval } from '../../../src-shared/statistics/wilson.ts'

/** Pairs by who succeeded. */
export interface PairedCounts {
  readonly both: number
  readonly onlyOne: number
  readonly onlyOther: number
  readonly neither: number
}

/**
 * The interval of the difference between two rates of success (one less other) over the same pairs.
 * Source: Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired
 * data" (1998), method 10: Wilson intervals, squared and added, with the correlation between the two.
 */
export function pairedDifference(counts: PairedCounts, alpha: number): Interval & { readonly value: number } {
  const { both, onlyOne, onlyOther, neither } = counts
  const n = both + onlyOne + onlyOther + neither
  const [p1, p2] = [(both + onlyOne) / n, (both + onlyOther) / n]
  const [one, other] = [wilsonInterval(both + onlyOne, n, alpha), wilsonInterval(both + onlyOther, n, alpha)]
  const phi = correlation(counts, n)
  const reach = (own: number, others: number) => Math.sqrt(own ** 2 - 2 * phi * own * others + others ** 2)
  const value = p1 - p2
  return { value, from: value - reach(p1 - one.from, other.to - p2), to: value + reach(one.to - p1, p2 - other.from) }
}

/** With Newcombe's correction, which keeps it from being taken for larger than it is. */
function correlation({ both, onlyOne, onlyOther, neither }: PairedCounts, n: number): number {
  const margins = (both + onlyOne) * (onlyOther + neither) * (both + onlyOther) * (onlyOne + neither)
  if (margins === 0) return 0
  const excess = both * neither - onlyOne * onlyOther
  const corrected = excess > n / 2 ? excess - n / 2 : Math.min(excess, 0)
  return corrected / Math.sqrt(margins)
}
