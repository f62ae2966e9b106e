import { ArrowDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatCost, formatCount, formatDuration, formatPercent } from '../../../../src-shared/base/format.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { spanName } from '../../../run/span-names.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { select } from '../../../stores/session/selection-store.ts'
import { Segmented } from '../../../widgets/controls/segmented.tsx'
import { cx } from '../../../widgets/cx.ts'
import { summaryCsv } from '../model/csv.ts'
import { type Grouping, type SummaryRow, summarize } from '../model/summary.ts'
import { manySpans, throttleMs, useThrottled } from '../scale/use-throttled.ts'
import { CsvMenu } from './csv-menu.tsx'
import styles from './summary-table.module.css'
import swatch from './swatch.module.css'

type Column = 'count' | 'failed' | 'totalMs' | 'share' | 'medianMs' | 'p95Ms' | 'tokens' | 'cost'
const columns: readonly { readonly key: Column; readonly title: string }[] = [
  { key: 'count', title: 'Count' },
  { key: 'failed', title: 'Failed' },
  { key: 'totalMs', title: 'Total' },
  { key: 'share', title: 'Share' },
  { key: 'medianMs', title: 'Median' },
  { key: 'p95Ms', title: 'p95' },
  { key: 'tokens', title: 'Tokens' },
  { key: 'cost', title: 'Cost' },
]
export const groupings: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: 'role', label: 'Kind, role' },
  { value: 'tool', label: 'Tool' },
  { value: 'phase', label: 'Phase' },
  { value: 'model', label: 'Model' },
]

/** Time and cost of the run, summed by name. Every column sorts; a row expands to its calls. */
export function SummaryTable({ runId, view, live }: { runId: string; view: RunView; live: boolean }) {
  const [by, setBy] = useState<Grouping>('role')
  const [sort, setSort] = useState<Column>('totalMs')
  const [open, setOpen] = useState<string | null>(null)
  const still = useByShape(view, useThrottled(shapeOf(view), live && view.spans.length > manySpans ? throttleMs : 0))
  const rows = useMemo(() => summarize(still, by, still.lastMs), [by, still])
  const sorted = sort === 'totalMs' ? rows : rows.toSorted((a, b) => figureOf(b, sort) - figureOf(a, sort))
  const shown = rows.find(({ key }) => key === open)
  return (
    <div className={styles.summary}>
      <div className={styles.bar}>
        <span>Group by</span>
        <Segmented name="Group by" value={by} onChange={setBy} choices={groupings} />
        <CsvMenu name="summary" text={() => summaryCsv([{ name: '', rows: sorted }])} />
      </div>
      <div className={styles.parts}>
        <div className={styles.scroller}>
          <table aria-label="Summary">
            <thead>
              <tr>
                <th scope="col">What</th>
                {columns.map(({ key, title }) => (
                  <th key={key} scope="col" aria-sort={sort === key ? 'descending' : 'none'}>
                    <button type="button" onClick={() => setSort(key)}>
                      {title}
                      {sort === key && <ArrowDown aria-hidden="true" />}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted.map((row) => (
                <Row
                  key={row.key}
                  row={row}
                  open={row.key === open}
                  onOpen={() => setOpen(row.key === open ? null : row.key)}
                />
              ))}
            </tbody>
          </table>
        </div>
        {shown !== undefined && <Calls runId={runId} view={view} row={shown} />}
      </div>
    </div>
  )
}

/** The value to sort by; missing values come last. */
function figureOf(row: SummaryRow, column: Column): number {
  return column === 'count' ? row.spans.length : (row[column] ?? -1)
}

function Row({ row, open, onOpen }: { row: SummaryRow; open: boolean; onOpen: () => void }) {
  const share = row.share === null ? null : formatPercent(row.share, row.share < 0.1 ? 1 : 0)
  return (
    <tr className={cx(open && styles.open)}>
      <th scope="row">
        <button type="button" aria-expanded={open} onClick={onOpen}>
          <i className={swatch[row.kind]} aria-hidden="true" />
          {row.label}
        </button>
      </th>
      <td>{row.spans.length}</td>
      <td className={cx(row.failed > 0 && styles.bad)}>{row.failed === 0 ? '·' : row.failed}</td>
      <td>{formatDuration(row.totalMs)}</td>
      <td title="Of the working time">
        {share !== null && (
          <span className={styles.share}>
            <span className={styles.track} aria-hidden="true">
              <span className={swatch[row.kind]} style={{ width: `${Math.min(100, (row.share ?? 0) * 100)}%` }} />
            </span>
            {share}
          </span>
        )}
      </td>
      <td>{formatDuration(row.medianMs)}</td>
      <td>{formatDuration(row.p95Ms)}</td>
      <td>{row.tokens === 0 ? '' : formatCount(row.tokens)}</td>
      <td>{row.tokens === 0 ? '' : formatCost(row.cost)}</td>
    </tr>
  )
}

const maxCalls = 200

/** The calls of a row, longest first; a click selects one. */
function Calls({ runId, view, row }: { runId: string; view: RunView; row: SummaryRow }) {
  const spans = row.spans.flatMap((index) => view.spans[index] ?? [])
  const length = ({ startMs, endMs }: (typeof spans)[number]) => (endMs ?? view.lastMs) - startMs
  const longest = spans.toSorted((a, b) => length(b) - length(a)).slice(0, maxCalls)
  return (
    <ul className={styles.calls} aria-label={`Calls of ${row.label}`}>
      {longest.map((span) => (
        <li key={span.path}>
          <button type="button" onClick={() => select({ runId, path: span.path }, 'timeline')}>
            {spanName(view, span, view.lastMs)}
          </button>
        </li>
      ))}
    </ul>
  )
}
