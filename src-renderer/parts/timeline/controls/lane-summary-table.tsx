import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { formatCost, formatCount, formatDuration, formatPercent } from '../../../../src-shared/base/format.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { Segmented } from '../../../widgets/controls/segmented.tsx'
import { summaryCsv } from '../model/csv.ts'
import { changeFrom, changeText, type LaneSummaryRow, laneSummary } from '../model/lane-summary.ts'
import { type Grouping, type SummaryRow, summarize } from '../model/summary.ts'
import { manySpans, throttleMs, useThrottled } from '../scale/use-throttled.ts'
import { CsvMenu } from './csv-menu.tsx'
import styles from './summary-table.module.css'
import { groupings } from './summary-table.tsx'
import swatch from './swatch.module.css'

interface Measure {
  readonly title: string
  readonly of: (row: SummaryRow) => number | null
  readonly format: (value: number) => string
  /** Whether it is compared with the first lane's value. */
  readonly compared: boolean
}
const measures: readonly Measure[] = [
  { title: 'Count', of: ({ spans }) => spans.length, format: String, compared: false },
  { title: 'Total', of: ({ totalMs }) => totalMs, format: formatDuration, compared: true },
  { title: 'Share', of: ({ share }) => share, format: (share) => formatPercent(share), compared: false },
  { title: 'p95', of: ({ p95Ms }) => p95Ms, format: formatDuration, compared: false },
  { title: 'Tokens', of: ({ tokens }) => (tokens === 0 ? null : tokens), format: formatCount, compared: true },
  { title: 'Cost', of: ({ tokens, cost }) => (tokens === 0 ? null : cost), format: formatCost, compared: true },
]

interface Lane {
  readonly name: string
  readonly mark: ReactNode
  readonly view: RunView
}

/** Time and cost of several runs: the same calls side by side, with the difference from the first lane. */
export function LaneSummaryTable({ lanes }: { readonly lanes: readonly Lane[] }) {
  const [by, setBy] = useState<Grouping>('role')
  const spans = lanes.reduce((sum, { view }) => sum + view.spans.length, 0)
  const shape = useThrottled(lanes.map(({ view }) => shapeOf(view)).join(' '), spans > manySpans ? throttleMs : 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the views' spans grow in place; `shape` changes with them.
  const summaries = useMemo(() => lanes.map(({ view }) => summarize(view, by, view.lastMs)), [by, shape])
  const rows = laneSummary(summaries)
  const csv = () => summaryCsv(lanes.map(({ name }, index) => ({ name, rows: summaries[index] ?? [] })))
  return (
    <div className={styles.summary}>
      <div className={styles.bar}>
        <span>Group by</span>
        <Segmented name="Group by" value={by} onChange={setBy} choices={groupings} />
        <CsvMenu name="comparison-summary" text={csv} />
      </div>
      <div className={styles.scroller}>
        <table aria-label="Summary" className={styles.lanes}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                What
              </th>
              {measures.map(({ title }) => (
                <th key={title} scope="colgroup" colSpan={lanes.length}>
                  {title}
                </th>
              ))}
            </tr>
            <tr>
              {measures.map(({ title }) => (
                <Fragment key={title}>
                  {lanes.map(({ name, mark }) => (
                    <th key={name} scope="col" aria-label={name}>
                      {mark}
                    </th>
                  ))}
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Row({ row }: { readonly row: LaneSummaryRow }) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.what}>
          <i className={swatch[row.kind]} aria-hidden="true" />
          {row.label}
        </span>
      </th>
      {measures.map((measure) => {
        const values = row.lanes.map((each) => (each === null ? null : measure.of(each)))
        return (
          <Fragment key={measure.title}>
            {values.map((value, lane) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane's index is its identity
              <td key={lane} data-first={lane === 0 || undefined}>
                {value === null ? '·' : measure.format(value)}
                {measure.compared && lane > 0 && <small>{changeText(changeFrom(values[0] ?? null, value))}</small>}
              </td>
            ))}
          </Fragment>
        )
      })}
    </tr>
  )
}
