/**
 * Adjusts the p-values of several tests for multiple comparisons: however many
 * of them have no true difference, the probability that any is at or below a level is at most that level. Less strict
 * than dividing the level by their number (Bonferroni), with the same guarantee. Source: Holm, "A simple sequentially
 * rejective multiple test procedure" (1979).
 * @param ps 0 to 1, in any order; the result is in the same order
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted = ps.map(() => 1)
  let before = 0
  const rising = ps.map((p, at) => ({ p, at })).toSorted((one, other) => one.p - other.p)
  for (const [rank, { p, at }] of rising.entries()) {
    before = Math.min(1, Math.max(before, p * (ps.length - rank)))
    adjusted[at] = before
  }
  return adjusted
}
