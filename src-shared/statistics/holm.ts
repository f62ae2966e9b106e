/**
 * The p-values of several tests, each raised so that one at or below a level is a finding of the whole family: however many
 * are alike in truth, the chance that any is called different stays below that level. Less strict than dividing the level
 * by their number (Bonferroni), and never wrong more often.
 * Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
 * @param ps 0 to 1, in any order; the result has the same
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
