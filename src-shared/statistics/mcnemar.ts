import { logChoose } from './choose.ts'

/**
 * How likely chance alone makes the pairs that differ as uneven as they are, or more so, if both sides are alike:
 * the exact test, two-sided. It never says "different" more often than it promises (mid-p does, at times).
 * Source: McNemar (1947); exact by the binomial distribution, as in Fagerland, Lydersen and Laake (2013).
 * @param wins pairs in which only the one succeeded, and `losses` only the other
 */
export function mcnemarExact(wins: number, losses: number): number {
  const n = wins + losses
  const fewer = Math.min(wins, losses)
  let below = 0
  for (let k = 0; k <= fewer; k++) below += Math.exp(logChoose(n, k) - n * Math.LN2)
  return Math.min(1, 2 * below)
}
