/** @param values at least one */
export function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const each of values) sum += each
  return sum / values.length
}

/** The standard deviation of a sample; 0 for a single value. */
export function spreadAround(values: readonly number[], mean: number): number {
  let sum = 0
  for (const each of values) sum += (each - mean) ** 2
  return values.length < 2 ? 0 : Math.sqrt(sum / (values.length - 1))
}

/**
 * Source: Hyndman and Fan, "Sample quantiles in statistical packages" (1996), definition 7.
 * @param sorted ascending, at least one
 */
export function quantileOf(sorted: readonly number[], p: number): number {
  const position = p * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}

/** The five figures of a box plot (Tukey, 1977), and the mean; null if there are no values. */
export function spreadOf(values: readonly number[]) {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const at = (p: number) => quantileOf(sorted, p)
  return { least: at(0), lower: at(0.25), median: at(0.5), upper: at(0.75), most: at(1), mean: meanOf(values) }
}
