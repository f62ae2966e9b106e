/** Below this probability at either end, the quantile is computed with the formula for the tail. */
const tail = 0.02425

/**
 * The quantile of the standard normal distribution.
 * Source: Acklam, "An algorithm for computing the inverse normal cumulative distribution function" (2003); relative
 * error below 1.15e-9.
 */
export function normalQuantile(p: number): number {
  if (p <= 0 || p >= 1) throw new Error(`there is no quantile at ${p}`)
  if (p > 1 - tail) return -normalQuantile(1 - p)
  if (p < tail) {
    const q = Math.sqrt(-2 * Math.log(p))
    return (
      (((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
        4.374664141464968) *
        q +
        2.938163982698783) /
      ((((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1)
    )
  }
  const q = p - 0.5
  const r = q * q
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  )
}

/**
 * The quantile of Student's t distribution.
 * Source: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5; within 0.5 % from 4 degrees of
 * freedom on.
 */
export function studentQuantile(p: number, freedom: number): number {
  const z = normalQuantile(p)
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3 + fourth / freedom ** 4
}
