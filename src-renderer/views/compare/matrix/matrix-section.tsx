import { useMemo } from 'react'
import type { FailureGroup } from '../../../../src-shared/comparison/failures/failure-groups.ts'
import type { BatchProgress } from '../../../../src-shared/comparison/matrix/batch-progress.ts'
import { isCertainLead, leadText } from '../../../../src-shared/comparison/matrix/lead-text.ts'
import {
  type MatrixLane,
  type MatrixOrder,
  trialMatrix,
} from '../../../../src-shared/comparison/matrix/trial-matrix.ts'
import { useTrialsPlace } from '../../../stores/runs/trials-place.ts'
import { useBatchDetails } from '../../../stores/server-cache/batch-details.ts'
import type { ShownBatch } from '../../../stores/server-cache/held-batch.ts'
import { Segmented } from '../../../widgets/controls/segmented.tsx'
import { AcrossTasks } from '../trials/across-tasks.tsx'
import { AllPairs } from '../trials/all-pairs.tsx'
import { PricePlot } from '../trials/price-plot.tsx'
import { CellPanel } from './cell-panel.tsx'
import { FailuresPanel } from './failures-panel.tsx'
import styles from './matrix.module.css'
import { Matrix } from './matrix.tsx'
import panels from './panels.module.css'
import { StepsTable } from './steps-table.tsx'
import { useTrialGrid } from './use-trial-grid.ts'

type Shown = MatrixOrder | 'across' | 'pairs' | 'pareto'
const isOrder = (shown: Shown): shown is MatrixOrder => shown === 'success' || shown === 'time' || shown === 'cost'
const choices = [
  { value: 'success', label: 'Success' },
  { value: 'time', label: 'Time' },
  { value: 'cost', label: 'Cost' },
  { value: 'across', label: 'Across tasks' },
  { value: 'pairs', label: 'All pairs' },
  { value: 'pareto', label: 'Pareto' },
] as const satisfies readonly { value: Shown; label: string }[]

interface Props {
  readonly view: ShownBatch
  readonly progress: BatchProgress
}

/**
 * Lanes × tasks; a cell opens below with its trials. The lanes across tasks, all their pairs and the Pareto plot are shown
 * in its place.
 */
export function MatrixSection({ view, progress }: Props) {
  const { batch, trials, results } = view
  const [{ shown, cell, group }, change] = useTrialsPlace(batch.id)
  const order = isOrder(shown) ? shown : 'success'
  const grid = useTrialGrid(batch, trials)
  const matrix = useMemo(() => trialMatrix(batch, trials, results, order, grid), [batch, trials, results, order, grid])
  const [best] = matrix.lanes
  const isCertain = useMemo(
    () => best !== undefined && order === 'success' && isCertainLead(batch, trials, results, best.label),
    [batch, trials, results, best, order],
  )
  const noteOf = (lane: MatrixLane) =>
    order === 'success' || lane.outAfter !== null ? leadText(lane, matrix.lanes.indexOf(lane), isCertain) : null
  const lane = matrix.lanes.find(({ label }) => label === cell?.lane)
  const at = matrix.tasks.findIndex(({ id }) => id === cell?.taskId)
  const isTwo = batch.lanes.length === 2
  // Trials that continue a run from a step are of no task.
  const hidden = batch.fork === undefined ? null : 'across'
  const details = useBatchDetails(batch.id, batch.counts.done)
  // The groups change as more logs are read; the chosen one stays the same by what it is called.
  const chosen = details?.failures.find(({ title, at: place }) => title === group?.title && place === group.at) ?? null
  const outlined = useMemo(() => (chosen === null ? null : new Set(chosen.trials)), [chosen])
  const titles = useMemo(() => titlesOf(details?.failures ?? []), [details])
  const names = useMemo(() => new Map(results.lanes.map(({ label, name }) => [label, name])), [results])
  return (
    <>
      <section className={styles.section} aria-label="Trials by lane and task">
        <header className={styles.head}>
          <h2>Trials by lane and task</h2>
          {isOrder(shown) && <Legend measure={order === 'cost' ? 'cost' : 'working time'} progress={progress} />}
          <span className={styles.spring} />
          <Segmented
            name="Show"
            value={shown}
            onChange={(next: Shown) => change({ shown: next })}
            choices={choices.filter(({ value }) => hidden !== value && (value !== 'pairs' || !isTwo))}
          />
        </header>
        {shown === 'pairs' ? (
          <AllPairs batch={batch} trials={trials} results={results} />
        ) : shown === 'across' ? (
          <AcrossTasks view={view} />
        ) : shown === 'pareto' ? (
          <PricePlot lanes={results.lanes} />
        ) : (
          <Matrix
            matrix={matrix}
            order={order}
            noteOf={noteOf}
            shown={cell}
            outlined={outlined}
            id={batch.id}
            onShow={(next) => change({ cell: next })}
          />
        )}
      </section>
      <div className={panels.low}>
        {details !== null && details.failures.length + details.pending > 0 && (
          <FailuresPanel details={details} chosen={chosen} onChoose={(next) => change({ group: next })} />
        )}
        {lane !== undefined && at >= 0 && (
          <CellPanel
            batch={batch}
            matrix={matrix}
            lane={lane}
            at={at}
            whyOf={({ number }) => titles.get(number) ?? null}
            onClose={() => change({ cell: null })}
          />
        )}
      </div>
      {details !== null && <StepsTable steps={details.steps} names={names} />}
    </>
  )
}

/** What failed trials are called, by number. */
const titlesOf = (groups: readonly FailureGroup[]): ReadonlyMap<number, string> =>
  new Map(groups.flatMap(({ title, trials }) => trials.map((number) => [number, title] as const)))

const kinds = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['running', 'running'],
  ['waiting', 'waiting'],
  ['void', 'not counted'],
] as const satisfies readonly (readonly [keyof BatchProgress, string])[]

interface LegendProps {
  /** What the height of a bar shows. */
  readonly measure: string
  readonly progress: BatchProgress
}

/** Only of what is there. */
function Legend({ measure, progress }: LegendProps) {
  return (
    <span className={styles.legend} aria-hidden="true">
      {kinds
        .filter(([kind]) => progress[kind] > 0)
        .map(([kind, name]) => (
          <span key={kind}>
            <svg width="10" height="12" aria-hidden="true">
              <Sample kind={kind} />
            </svg>
            {name}
          </span>
        ))}
      <span>height: {measure}</span>
    </span>
  )
}

function Sample({ kind }: { readonly kind: (typeof kinds)[number][0] }) {
  switch (kind) {
    case 'passed':
      return <rect className={styles.passed} width="8" height="12" x="1" rx="1.5" />
    case 'failed':
      return (
        <>
          <rect className={styles.failed} width="7" height="10.6" x="1" y="0.7" rx="1.5" />
          <path className={styles.cross} d="M3,4.4 l3,3 m0,-3 l-3,3" />
        </>
      )
    case 'running':
      return <rect className={styles.running} width="7" height="9" x="1" y="2" rx="1.5" />
    case 'waiting':
      return <circle className={styles.waiting} cx="5" cy="9" r="1.4" />
    case 'void':
      return <path className={styles.void} d="M2,6 L5,3 L8,6 L5,9 Z" />
  }
}
