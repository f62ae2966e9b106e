import { logChoose } from './choose.ts'
import { normalQuantile } from './quantiles.ts'

/**
 * The probability with which an existing difference is to be detected: Cohen's convention, "Statistical Power Analysis"
 * (1988).
 */
export const defaultPower = 0.8

/** A plan, and how much its lanes disagree. */
export interface PairPlan {
  /** Pairs of trials: tasks × repeats. */
  readonly pairs: number
  /** Of the test, already divided among comparisons. */
  readonly alpha: number
  /** The share of pairs in which just one of the two lanes passes, for a difference of this size. */
  readonly disagreement: (difference: number) => number
}

/** Half a point: the smallest step between two differences. */
const steps = 200
/** Above so many pairs the test is exact in name only: Connor's formula comes within half a point. */
const maxExact = 2000
/** Terms so many standard deviations from the mean don't count. */
const reach = 9

/**
 * The smallest difference in success that a plan detects with this power, by the exact test used for its pairs
 * (McNemar): the pairs that differ are binomial, and so are the wins among them.
 * @returns a share in steps of half a point; null if it can't detect even that one lane always passes and the other never
 */
export function detectableDifference(plan: PairPlan, power = defaultPower): number | null {
  if (pairPower({ ...plan, difference: 1 }) < power) return null
  let [low, high] = [0, steps]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (pairPower({ ...plan, difference: middle / steps }) >= power) high = middle
    else low = middle
  }
  return high / steps
}

/** How likely the exact test of a plan's pairs shows a difference in the right direction that is there. */
export function pairPower({
  pairs,
  alpha,
  disagreement,
  difference,
}: PairPlan & { readonly difference: number }): number {
  // Fewer pairs can't differ than make up the difference.
  const share = Math.min(1, Math.max(disagreement(difference), difference))
  if (share === 0) return 0
  const losing = (1 - difference / share) / 2
  if (pairs > maxExact) return normalPower(pairs, alpha, share, difference)
  const allowed = allowedLosses(pairs, alpha)
  const [from, to] = around(pairs, share)
  let power = 0
  for (let differing = from; differing <= to; differing++) {
    const losses = allowed[differing] ?? -1
    if (losses >= 0) power += binomial(pairs, share, differing) * atMost(losses, differing, losing)
  }
  return Math.min(1, power)
}

/** Source: Connor, "Sample size for testing differences in proportions for the paired-sample design" (1987). */
function normalPower(pairs: number, alpha: number, share: number, difference: number): number {
  const spread = Math.sqrt(Math.max(0, share - difference ** 2))
  const ahead = difference * Math.sqrt(pairs) - normalQuantile(1 - alpha / 2) * Math.sqrt(share)
  if (spread === 0) return ahead >= 0 ? 1 : 0
  return normalShare(ahead / spread)
}

/** By halving, since only its inverse is needed elsewhere. */
function normalShare(z: number): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2
    if (normalQuantile(middle) <= z) low = middle
    else high = middle
  }
  return low
}

const allowances = new Map<number, number[]>()

/**
 * By the number of pairs that differ, the most losses with which the wins are significant; -1 for none. One more pair
 * allows at most one more loss.
 */
function allowedLosses(pairs: number, alpha: number): readonly number[] {
  const known = allowances.get(alpha) ?? [-1]
  for (let differing = known.length; differing <= pairs; differing++) {
    const before = known[differing - 1] ?? -1
    const isMore = 2 * atMost(before + 1, differing, 0.5) <= alpha * (1 + 1e-9)
    known.push(isMore ? before + 1 : before)
  }
  if (!allowances.has(alpha) && allowances.size >= 32) allowances.clear()
  allowances.set(alpha, known)
  return known
}

/** The probability of at most so many of `all`, each with probability `rate`. */
function atMost(most: number, all: number, rate: number): number {
  const [from, to] = around(all, rate)
  if (most >= to) return 1
  let sum = 0
  for (let k = most; k >= 0; k--) {
    const term = binomial(all, rate, k)
    sum += term
    if (k < from && term < sum * 1e-15) break
  }
  return Math.min(1, sum)
}

function around(all: number, rate: number): readonly [from: number, to: number] {
  const [mean, far] = [all * rate, reach * Math.sqrt(all * rate * (1 - rate)) + reach]
  return [Math.max(0, Math.floor(mean - far)), Math.min(all, Math.ceil(mean + far))]
}

function binomial(all: number, rate: number, k: number): number {
  if (rate <= 0) return k === 0 ? 1 : 0
  if (rate >= 1) return k === all ? 1 : 0
  return Math.exp(logChoose(all, k) + k * Math.log(rate) + (all - k) * Math.log1p(-rate))
}

/** How much two lanes disagree whose trials have nothing in common, near one half of success. */
export const independentLanes = (difference: number): number => 0.5 + difference ** 2 / 2
