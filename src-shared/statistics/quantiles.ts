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
 * Source: Hill, "Algorithm 396: Student's t-quantiles" (1970); six digits for 4 degrees of freedom or more, also far
 * out, where many comparisons share an error rate.
 */
export function studentQuantile(p: number, freedom: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, freedom)
  const both = 2 * (1 - p)
  const a = 1 / (freedom - 0.5)
  const b = 48 / a ** 2
  const c = (((20_700 * a) / b - 98) * a - 16) * a + 96.36
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom
  const y = (d * both) ** (2 / freedom)
  if (y > 0.05 + a) return Math.sqrt(freedom * nearSquare(both, freedom, { a, b, c, d }))
  const inner = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)
  return Math.sqrt(freedom * (((inner * y - 1) * (freedom + 1)) / (freedom + 2) + 1 / y))
}

/** Where the normal distribution is near: the square of the quantile, divided by the degrees of freedom. */
function nearSquare(both: number, freedom: number, { a, b, c, d }: { a: number; b: number; c: number; d: number }) {
  const x = normalQuantile(both / 2)
  const near = c + (freedom < 5 ? 0.3 * (freedom - 4.5) * (x + 0.6) : 0)
  const scale = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + near
  const square = x ** 2
  const bent = (((((0.4 * square + 6.3) * square + 36) * square + 94.5) / scale - square - 3) / b + 1) * x
  return Math.expm1(a * bent ** 2)
}
