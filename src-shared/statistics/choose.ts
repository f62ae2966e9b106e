/** ln n!, by Stirling's series from 20 on; the error is below 1e-14 of the value. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1
    for (let each = 2; each <= n; each++) product *= each
    return Math.log(product)
  }
  const series = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5)
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series
}

/** ln of "n choose k", for whole numbers with 0 ≤ k ≤ n. */
export const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)
