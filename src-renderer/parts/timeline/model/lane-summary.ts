import { formatPercent } from '../../../../src-shared/base/format.ts'
import type { SummaryRow } from './summary.ts'

/** Totals of the calls of one name in each of several runs. */
export interface LaneSummaryRow {
  readonly key: string
  readonly label: string
  readonly kind: SummaryRow['kind']
  /** In the order of the runs; null if a run has no such calls. */
  readonly lanes: readonly (SummaryRow | null)[]
}

/** Merges the bottom-up tables of several runs; sorted by total time, longest first, with waits last. */
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

/** The difference from the first run, as a share of its value; null if either value is missing. */
export function changeFrom(first: number | null, value: number | null): number | null {
  return first === null || value === null || first === 0 ? null : value / first - 1
}

/** `−39 %`; empty if the difference is negligible. */
export function changeText(change: number | null): string {
  if (change === null || Math.abs(change) < 0.005) return ''
  const sign = change < 0 ? '−' : '+'
  return `${sign}${formatPercent(Math.abs(change))}`
}
