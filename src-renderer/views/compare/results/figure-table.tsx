import { Fragment } from 'react'
import { formatFiles } from '../../../../src-shared/base/format.ts'
import { percent } from '../../../../src-shared/comparison/batch-text.ts'
import type { Check, Comparison } from '../../../../src-shared/comparison/comparison.ts'
import { type FigureBar, figureBars } from '../../../../src-shared/comparison/figure-bars.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/lane-label.ts'
import { figuresOf, type JudgedLane, type LaneFigures } from '../../../../src-shared/comparison/lane-ranking.ts'
import { laneName } from '../../../../src-shared/comparison/lane-results.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { viewTime } from '../../../../src-shared/run/time/run-time.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { Elapsed } from '../../../parts/chat/elapsed.tsx'
import type { ShownLane } from '../../../parts/lanes/lane-text.ts'
import { type RunFigure, runFigures } from '../../../run/run-figures.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { useKnownStrategies } from '../../../stores/server-cache/strategy-titles.ts'
import { useFilesSoFar } from '../set-up/use-files-so-far.ts'
import styles from './figure-table.module.css'
import { LaneBadge } from './lane-badge.tsx'
import { LaneTests } from './lane-tests.tsx'
import { useJudgedLanes } from './use-judged-lanes.ts'

interface Column {
  readonly name: string
  /** The figure of a run that the row shows. */
  readonly figure: RunFigure['name']
  readonly value: (figures: LaneFigures) => number | null
}

const columns: readonly Column[] = [
  { name: 'Working time', figure: 'Time', value: ({ workMs }) => workMs },
  { name: 'Tokens', figure: 'Tokens', value: ({ tokens }) => tokens },
  { name: 'Cost', figure: 'Cost', value: ({ cost }) => cost },
  { name: 'Model calls', figure: 'Model calls', value: ({ modelCalls }) => modelCalls },
  { name: 'Tool calls', figure: 'Tool calls', value: ({ toolCalls }) => toolCalls },
]

interface Props {
  readonly comparison: Comparison
  readonly lanes: readonly ShownLane[]
}

/**
 * The figures of all lanes, one per row, updated while they run: success first, then bars that show how much less a
 * lane took.
 */
export function FigureTable({ comparison, lanes }: Props) {
  const views = useRuns((state) => state.views)
  const judged = useJudgedLanes(lanes)
  const now = lanes.map(({ lane: { label }, run }, at) => ({
    label,
    outcome: judged[at]?.outcome ?? ({ kind: 'open' } as const),
    figures: run === null ? null : liveFigures(run, views[run.id]),
  }))
  const bars = columns.map((column) => barsOf(column, now))
  return (
    <table className={styles.table} aria-label="Figures" data-lanes={lanes.length}>
      <thead>
        <tr>
          <th scope="col">Lane</th>
          <th scope="col">{headOf(comparison.check)}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {lanes.map((shown, at) => (
          <Row
            key={shown.lane.label}
            shown={shown}
            outcome={judged[at]?.outcome ?? { kind: 'open' }}
            bars={bars.map((each) => each.get(shown.lane.label) ?? noBar)}
          />
        ))}
      </tbody>
    </table>
  )
}

const noBar: FigureBar = { share: 0, saved: null, best: false, ranked: false }

const headOf = (check: Check | null) =>
  check === null ? (
    'Outcome'
  ) : (
    <>
      Check <code>{check.command}</code>
    </>
  )

const liveFigures = (run: Run, view: RunView | undefined): LaneFigures =>
  figuresOf(view === undefined ? run : { totals: view.totals, durationMs: view.lastMs })

interface Now extends Pick<JudgedLane, 'label' | 'outcome'> {
  readonly figures: LaneFigures | null
}

const barsOf = ({ value }: Column, lanes: readonly Now[]): ReadonlyMap<LaneLabel, FigureBar> =>
  figureBars(lanes.map(({ figures, ...lane }) => ({ ...lane, value: figures === null ? null : value(figures) })))

interface RowProps extends Pick<JudgedLane, 'outcome'> {
  readonly shown: ShownLane
  /** By column. */
  readonly bars: readonly FigureBar[]
}

function Row({ shown, outcome, bars }: RowProps) {
  const { lane, run } = shown
  const name = laneName(lane, useKnownStrategies())
  const view = useRuns(({ views }) => (run === null ? undefined : views[run.id]))
  const soFar = useFilesSoFar(run, view)
  const figures = run === null ? [] : runFigures(run, view, soFar)
  const figure = (column: string) => figures.find((each) => each.name === column)
  return (
    <tr data-outcome={outcome.kind}>
      <th scope="row">
        <span className={styles.lane}>
          <LaneBadge label={lane.label} />
          <span className="unseen">Lane {lane.label}: </span>
          <span className={styles.name} title={name}>
            {name}
          </span>
        </span>
      </th>
      <td>
        <LaneTests shown={shown} outcome={outcome} />
      </td>
      {columns.map(({ name, figure: wanted }, at) => (
        <td key={name} title={hintOf(wanted, figure)}>
          <Cell figure={figure(wanted)} run={run} view={view} bar={bars[at] ?? noBar} />
        </td>
      ))}
      <td className={styles.changed}>{filesText(figure('Files')?.shown ?? '—')}</td>
    </tr>
  )
}

/** The components of a figure. */
function hintOf(name: string, figure: (name: string) => RunFigure | undefined): string | undefined {
  const nameList = (names: readonly string[]) =>
    names.flatMap((each) => `${each.toLowerCase()} ${figure(each)?.shown ?? '—'}`).join(' · ')
  if (name === 'Time') return `Without waiting · ${nameList(['in model', 'in tools', 'Waited'])}`
  if (name === 'Model calls') return nameList(['Retries'])
  return name === 'Tool calls' ? figure(name)?.shown : undefined
}

/** `1 · +1 −1` with its unit: `1 file +1 −1`. */
function filesText(shown: string): string {
  const [count = '', change] = shown.split(' · ')
  return change === undefined ? shown : `${formatFiles(Number(count))} ${change}`
}

interface CellProps {
  readonly figure: RunFigure | undefined
  readonly run: Run | null
  readonly view: RunView | undefined
  readonly bar: FigureBar
}

function Cell({ figure, run, view, bar: { share, saved, best, ranked } }: CellProps) {
  if (figure === undefined || run === null) return <Fragment>—</Fragment>
  const grows = figure.grows !== undefined && figure.grows === view?.status
  return (
    <span className={styles.cell} data-best={best || undefined} data-ranked={ranked || undefined}>
      <span className={styles.figure}>
        <b>{grows ? <Working runId={run.id} /> : figure.shown.split(',', 1)[0]}</b>
        {saved !== null && (
          <small>
            −{percent(saved)}
            {best && <span className="unseen">, least</span>}
          </small>
        )}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.round(share * 1000) / 10}%` }} />
      </span>
    </span>
  )
}

/** The working time of a run, which advances even when nothing happens. */
function Working({ runId }: { readonly runId: string }) {
  const { now, still } = useRunMs(runId)
  const view = useRuns(({ views }) => views[runId])
  if (view === undefined) return null
  const { workMs } = viewTime(view, now)
  const isWorking = viewTime(view, now + 1).workMs > workMs
  return <Elapsed key={`${isWorking}`} ms={workMs} still={still || !isWorking} />
}
