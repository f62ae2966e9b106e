import { logChoose } from './choose.ts'
import { mcnemarExact } from './mcnemar.ts'

/**
 * The probability with which an existing difference is to be detected: Cohen's convention, "Statistical Power Analysis"
 * (1988).
 */
export const defaultPower = 0.8

/**
 * The smallest difference in success that `pairs` pairs can detect with the exact test used for them, in the best case:
 * all pairs that differ favor the same side. Computed from the binomial distribution, not by an approximation.
 * @param alpha of the test, already divided among comparisons
 * @returns a share, 0 to 1; null if not even a difference in every pair would be significant, or be detected with this
 *   power
 */
export function detectableDifference(pairs: number, alpha: number, power = defaultPower): number | null {
  const needed = fewestWins(pairs, alpha)
  if (needed === null) return null
  let [low, high] = [0, 1]
  for (let halving = 0; halving < 30; halving++) {
    const middle = (low + high) / 2
    if (atLeast(needed, pairs, middle) >= power) high = middle
    else low = middle
  }
  return high
}

/** The number of pairs for one side, with none for the other, that is significant; null if there is none. */
function fewestWins(pairs: number, alpha: number): number | null {
  for (let wins = 1; wins <= pairs; wins++) if (mcnemarExact(wins, 0) <= alpha) return wins
  return null
}

/** The probability that at least `wins` of `pairs` differ, each with probability `rate`. */
function atLeast(wins: number, pairs: number, rate: number): number {
  if (rate <= 0) return 0
  if (rate >= 1) return 1
  let sum = 0
  for (let k = wins; k <= pairs; k++)
    sum += Math.exp(logChoose(pairs, k) + k * Math.log(rate) + (pairs - k) * Math.log(1 - rate))
  return sum
}
