import { formatPercent } from '../../../../src-shared/base/format.ts'
import type { SummaryRow } from './summary.ts'

/** What the calls of one name came to in each of several runs. */
export interface LaneSummaryRow {
  readonly key: string
  readonly label: string
  readonly kind: SummaryRow['kind']
  /** In the order of the runs; null for a run that has none of them. */
  readonly lanes: readonly (SummaryRow | null)[]
}

/** Bottom-up tables of several runs as one, what took longest in all of them first and waits last. */
export function laneSummary(lanes: readonly (readonly SummaryRow[])[]): LaneSummaryRow[] {
  const rows = new Map<string, LaneSummaryRow>()
  for (const [lane, summary] of lanes.entries()) {
    for (const row of summary) {
      const before = rows.get(row.key)?.lanes ?? lanes.map(() => null)
      rows.set(row.key, { ...row, lanes: before.map((each, at) => (at === lane ? row : each)) })
    }
  }
  const total = ({ lanes: all }: LaneSummaryRow) => all.reduce((sum, row) => sum + (row?.totalMs ?? 0), 0)
  const last = ({ lanes: all }: LaneSummaryRow) => (all.some((row) => row !== null && row.share === null) ? 1 : 0)
  return [...rows.values()].sort((a, b) => last(a) - last(b) || total(b) - total(a))
}

/** How much more or less than the first run, as a share; null if one of them has none. */
export function changeFrom(first: number | null, value: number | null): number | null {
  return first === null || value === null || first === 0 ? null : value / first - 1
}

/** `−39 %`; empty if it is about the same. */
export function changeText(change: number | null): string {
  if (change === null || Math.abs(change) < 0.005) return ''
  const sign = change < 0 ? '−' : '+'
  return `${sign}${formatPercent(Math.abs(change))}`
}
