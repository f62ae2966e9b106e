import { normalQuantile } from '../../../src-shared/statistics/quantiles.ts'

/** Which difference has to be found, and with what certainty. */
export interface Aim {
  /** Share of pairs in which just one of the two succeeds. */
  readonly discordant: number
  /** Difference between the rates of success, as far as it matters; the sign does not. */
  readonly difference: number
  readonly alpha: number
  /** How often the difference is to be found if it is there, such as 0.8. */
  readonly power: number
}

/**
 * How many pairs McNemar's test needs to find a difference.
 * Source: Connor, "Sample size for testing differences in proportions for the paired-sample design" (1987).
 * @returns null if there is nothing to find
 */
export function pairsNeeded({ discordant, difference, alpha, power }: Aim): number | null {
  const size = Math.abs(difference)
  if (size === 0) return null
  // Fewer pairs can't differ than make up the difference.
  const share = Math.max(discordant, size)
  const alike = normalQuantile(1 - alpha / 2) * Math.sqrt(share)
  const apart = normalQuantile(power) * Math.sqrt(Math.max(0, share - size ** 2))
  return Math.ceil(((alike + apart) / size) ** 2)
}
