import { logChoose } from './choose.ts'
import { mcnemarExact } from './mcnemar.ts'

/** How often a difference that is there is to be found: Cohen's convention, "Statistical Power Analysis" (1988). */
export const usualPower = 0.8

/**
 * The smallest difference in success that so many pairs show, by the exact test that decides about them, in the best case:
 * every pair that differs speaks for the same side. Found by the binomial distribution, not by an approximation.
 * @param alpha of the test, already shared out among comparisons
 * @returns a share, 0 to 1; null when not even a difference in every pair would be significant, or be found so often
 */
export function detectableDifference(pairs: number, alpha: number, power = usualPower): number | null {
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

/** How many pairs must speak for one side, and none for the other, before it counts. */
function fewestWins(pairs: number, alpha: number): number | null {
  for (let wins = 1; wins <= pairs; wins++) if (mcnemarExact(wins, 0) <= alpha) return wins
  return null
}

/** How likely at least `wins` of `pairs` differ, each with chance `rate`. */
function atLeast(wins: number, pairs: number, rate: number): number {
  if (rate <= 0) return 0
  if (rate >= 1) return 1
  let sum = 0
  for (let k = wins; k <= pairs; k++)
    sum += Math.exp(logChoose(pairs, k) + k * Math.log(rate) + (pairs - k) * Math.log(1 - rate))
  return sum
}
