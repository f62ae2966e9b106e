import { logChoose } from './choose.ts'

/**
 * The probability that the pairs that differ are as unevenly split as observed, or more so, if both sides are equal:
 * the exact two-sided test. Its error rate never exceeds the level (that of mid-p sometimes does).
 * Source: McNemar (1947); exact by the binomial distribution, as in Fagerland, Lydersen and Laake (2013).
 * @param wins pairs in which only the one side succeeded @param losses pairs in which only the other did
 */
export function mcnemarExact(wins: number, losses: number): number {
  const n = wins + losses
  const fewer = Math.min(wins, losses)
  let below = 0
  for (let k = 0; k <= fewer; k++) below += Math.exp(logChoose(n, k) - n * Math.LN2)
  return Math.min(1, 2 * below)
}
