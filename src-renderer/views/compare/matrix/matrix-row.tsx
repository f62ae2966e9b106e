import { memo } from 'react'
import { formatCost } from '../../../../src-shared/base/format.ts'
import type { MatrixLane, MatrixOrder, TrialMatrix } from '../../../../src-shared/comparison/matrix/trial-matrix.ts'
import { timeColumn } from '../../../../src-shared/comparison/shown/lane-columns.ts'
import { LaneBadge } from '../results/lane-badge.tsx'
import { IntervalCell } from './interval-cell.tsx'
import styles from './matrix.module.css'
import { MatrixCellButton } from './matrix-cell.tsx'

/** Pixels. */
export interface MatrixSize {
  readonly row: number
  /** Of each task, of the lanes, and of the plot at the end. */
  readonly column: number
  readonly lane: number
  readonly plot: number
}

interface Props {
  readonly lane: MatrixLane
  readonly tasks: TrialMatrix['tasks']
  /** From 0, the best first. */
  readonly at: number
  /** Indexes of the tasks whose cells are rendered. */
  readonly columns: readonly number[]
  readonly size: MatrixSize
  /** What is said of the lane below its name; null for nothing. */
  readonly note: string | null
  /** The index of the cell that Tab reaches, and the id of the task whose cell is shown, if they are of this lane. */
  readonly focusable: number | null
  readonly shown: string | null
  readonly order: MatrixOrder
  /** Of the tallest bar: ms, or US dollars. */
  readonly most: number
  /** Right end of the axis of the plot at the end of the row. */
  readonly end: number
  readonly outlined: ReadonlySet<number> | null
}

/** A lane with its cells. It is rendered anew only if something of its own changes, or which columns are in view. */
export const MatrixRow = memo(function MatrixRow({ lane, tasks, at, columns, size, note, order, end, ...rest }: Props) {
  const { focusable, shown, most, outlined } = rest
  const pale = lane.outAfter !== null
  const name = `${lane.label} ${lane.name}`
  return (
    <tr aria-rowindex={at + 2} data-out={pale || undefined} style={{ top: at * size.row }}>
      <LaneHead lane={lane} rank={at + 1} note={note} width={size.lane} />
      {columns.map((index) => {
        const [cell, task] = [lane.cells[index], tasks[index]]
        return (
          cell !== undefined &&
          task !== undefined && (
            <MatrixCellButton
              key={task.id}
              cell={cell}
              row={at}
              column={index}
              left={size.lane + index * size.column}
              lane={name}
              task={task.name}
              isFocusable={focusable === index}
              isShown={shown === task.id}
              measure={order === 'cost' ? 'cost' : 'time'}
              most={most}
              pale={pale}
              outlined={outlined}
            />
          )
        )
      })}
      <td className={styles.end} style={{ width: size.plot }}>
        <IntervalCell lane={lane} order={order} end={end} />
      </td>
      <td className={styles.time}>{timeColumn.text(lane.results)}</td>
      <td className={styles.price}>{priceText(lane)}</td>
    </tr>
  )
})

interface LaneHeadProps {
  readonly lane: MatrixLane
  readonly rank: number
  readonly note: string | null
  /** Pixels. */
  readonly width: number
}

const LaneHead = memo(function LaneHead({ lane: { label, name }, rank, note, width }: LaneHeadProps) {
  return (
    <th scope="row" className={styles.lane} style={{ width }}>
      <span className={styles.laneHead}>
        <span className={styles.rank} aria-hidden="true">
          {rank}
        </span>
        <LaneBadge label={label} />
        <span className="unseen">Lane {label}, </span>
        <span className={styles.laneName} title={note === null ? name : `${name}: ${note}`}>
          <span>{name}</span>
          {note !== null && <small>{note}</small>}
        </span>
      </span>
    </th>
  )
})

const priceText = ({ results: { costPerSuccess } }: MatrixLane): string =>
  costPerSuccess === null ? '—' : formatCost(costPerSuccess.value)
