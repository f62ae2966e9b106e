import { useEffect, useState } from 'react'
import {
  type AcrossTasks as Across,
  acrossTasks,
  type LaneAcrossTasks,
} from '../../../../src-shared/comparison/across-tasks/across-tasks.ts'
import {
  acrossTasksNotes,
  pointsText,
  ratioText,
  shareText,
  usageMeasures,
  usageText,
  usageTitle,
} from '../../../../src-shared/comparison/across-tasks/across-tasks-text.ts'
import type { Estimate } from '../../../../src-shared/comparison/comparison-results.ts'
import type { ShownBatch } from '../../../stores/server-cache/held-batch.ts'
import { DataTable } from '../../../widgets/data-table.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { LaneBadge } from '../results/lane-badge.tsx'
import styles from './across-tasks.module.css'
import trials from './trials.module.css'

/** The lanes over tasks like these, by a mixed model; computed as it is looked at, and again as trials end. */
export function AcrossTasks({ view }: { readonly view: ShownBatch }) {
  const found = useAcrossTasks(view)
  if (found === null) return <Skeleton lines={4} label="Fitting the model" />
  const names = new Map(view.results.lanes.map(({ label, name }) => [label, name]))
  return (
    <section aria-label="Across tasks">
      {found.lanes.length > 0 && <LaneTable found={found} names={names} />}
      {acrossTasksNotes(found, view.batch.certainty).map((note) => (
        <p key={note} className={trials.note}>
          {note}
        </p>
      ))}
    </section>
  )
}

/** Null until it is computed: with very many trials that takes seconds, and the page is drawn first. */
function useAcrossTasks({ batch, trials: all }: ShownBatch): Across | null {
  const key = `${batch.id} ${batch.counts.done}`
  const [found, find] = useState<{ readonly key: string; readonly value: Across } | null>(null)
  useEffect(() => {
    if (found?.key === key) return
    const timer = setTimeout(() => find({ key, value: acrossTasks(batch, all) }))
    return () => clearTimeout(timer)
  }, [key, found, batch, all])
  return found?.value ?? null
}

interface TableProps {
  readonly found: Across
  readonly names: ReadonlyMap<string, string>
}

function LaneTable({ found: { lanes, against }, names }: TableProps) {
  const used = usageMeasures(lanes)
  return (
    <DataTable caption="Success at tasks like these">
      <thead>
        <tr>
          <th scope="col">Lane</th>
          <th scope="col">Success across tasks</th>
          <th scope="col">Compared with {against}</th>
          <th scope="col" title={`Odds of success at the same task, as a multiple of those of ${against}`}>
            Odds
          </th>
          {used.map((measure) => (
            <th key={measure} scope="col" title={`At the same task, as a multiple of that of ${against}`}>
              {usageTitle(measure)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lanes.map((lane) => (
          <tr key={lane.label}>
            <th scope="row">
              <LaneBadge label={lane.label} /> {names.get(lane.label) ?? ''}
            </th>
            <td>
              <Bar label={lane.label} estimate={lane.success} from={0} />
              {shareText(lane.success)}
            </td>
            <td>{lane.difference === null ? '' : <Difference lane={lane} difference={lane.difference} />}</td>
            <td>{oddsText(lane)}</td>
            {used.map((measure) => (
              <td key={measure}>{usageText(lane, measure)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

const oddsText = ({ odds, difference }: LaneAcrossTasks): string =>
  odds === null ? (difference === null ? '' : '–') : ratioText(odds)

function Difference({ lane, difference }: { readonly lane: LaneAcrossTasks; readonly difference: Estimate }) {
  return (
    <>
      <Bar label={lane.label} estimate={difference} from={-1} />
      {pointsText(difference)}
    </>
  )
}

interface BarProps {
  readonly label: string
  readonly estimate: Estimate
  /** Left end of the axis; the right one is 1. */
  readonly from: number
}

/** A point with its interval; a line at the middle of the axis. */
function Bar({ label, estimate, from }: BarProps) {
  const at = (value: number) => `${(100 * (Math.max(from, Math.min(1, value)) - from)) / (1 - from)}%`
  return (
    <svg className={styles.bar} aria-hidden="true" data-lane={label}>
      <line className={styles.axis} x1="0" x2="100%" y1="50%" y2="50%" />
      <line className={styles.axis} x1="50%" x2="50%" y1="0" y2="100%" />
      <line className={styles.range} x1={at(estimate.from)} x2={at(estimate.to ?? 1)} y1="50%" y2="50%" />
      <circle className={styles.point} cx={at(estimate.value)} cy="50%" r={4} />
    </svg>
  )
}
