import { studentQuantile } from './quantiles.ts'
import { meanOf } from './spread.ts'

/** The cost of an attempt, and whether it succeeded. */
export interface PaidAttempt {
  readonly cost: number
  readonly success: boolean
}

/**
 * The cost per success, failures included: all costs divided by all successes, with its interval. `to` is null if so
 * few succeed that there is no upper bound.
 * Source: the ratio of two correlated means; Fieller, "Some problems in interval estimation" (1954).
 * @returns null if nothing succeeded, or if there are fewer than 5 attempts
 */
export function costPerSuccess(tries: readonly PaidAttempt[], alpha: number) {
  const n = tries.length
  const costs = tries.map(({ cost }) => cost)
  const goods = tries.map(({ success }) => (success ? 1 : 0))
  const [cost, good] = [n === 0 ? 0 : meanOf(costs), n === 0 ? 0 : meanOf(goods)]
  if (n < 5 || good === 0) return null
  const together = (one: readonly number[], other: readonly number[], means: readonly [number, number]) =>
    one.reduce((sum, each, at) => sum + (each - means[0]) * ((other[at] ?? 0) - means[1]), 0) / ((n - 1) * n)
  const t2 = studentQuantile(1 - alpha / 2, n - 1) ** 2
  const [a, b, c] = [
    good ** 2 - t2 * together(goods, goods, [good, good]),
    cost * good - t2 * together(costs, goods, [cost, good]),
    cost ** 2 - t2 * together(costs, costs, [cost, cost]),
  ]
  const value = cost / good
  const root = Math.sqrt(Math.max(0, b ** 2 - a * c))
  // The rate of success may be zero, so there is only a lower bound.
  if (a <= 0) return { value, from: c <= 0 || b + root <= 0 ? 0 : c / (b + root), to: null }
  return { value, from: Math.max(0, (b - root) / a), to: (b + root) / a }
}
