import { useLayoutEffect, useMemo, useRef } from 'react'
import { percent } from '../../../../src-shared/comparison/batch-text.ts'
import type { MatrixLane, MatrixOrder, TrialMatrix } from '../../../../src-shared/comparison/matrix/trial-matrix.ts'
import { useKeptScroll } from '../../../widgets/use-kept-scroll.ts'
import { useWidth } from '../trials/use-width.ts'
import { barStep, maxBars } from './cell-bars.tsx'
import { axisEnd, formatRange } from './interval-cell.tsx'
import styles from './matrix.module.css'
import { placeOf } from './matrix-cell.tsx'
import { MatrixRow, type MatrixSize } from './matrix-row.tsx'
import { useGridFocus } from './use-grid-focus.ts'
import { useWindow } from './use-window.ts'

/** A cell by the labels of its lane and its task, which stay when lanes are ordered anew. */
interface ShownCell {
  readonly lane: string
  readonly taskId: string
}

interface Props {
  /** What the place to which it is scrolled is kept by. */
  readonly id: string
  readonly matrix: TrialMatrix
  readonly order: MatrixOrder
  /** What is said of a lane below its name; null for nothing. */
  readonly noteOf: (lane: MatrixLane) => string | null
  readonly shown: ShownCell | null
  readonly outlined: ReadonlySet<number> | null
  readonly onShow: (cell: ShownCell) => void
}

/** Pixels. */
const rowHeight = 58
/** Of the columns besides the tasks: the lanes, the plot, and the two figures, whose widths the style sheet has. */
const besides = { wide: { lane: 196, plot: 212, figures: 84 + 88 }, narrow: { lane: 160, plot: 150, figures: 70 + 76 } }
const widest = { task: 110, lane: 340 }

/** The sizes of all columns: the lanes and then the plot take what few tasks leave. @param width of the table, pixels */
function sizeOf({ tasks: { length: count }, repeats }: TrialMatrix, width: number, isNarrow: boolean): MatrixSize {
  const { lane, plot, figures } = isNarrow ? besides.narrow : besides.wide
  const least = repeats > maxBars ? 76 : Math.max(62, repeats * barStep + 14)
  const room = (width - lane - plot - figures) / Math.max(1, count)
  const column = Math.floor(Math.max(least, Math.min(widest.task, room)))
  const left = Math.max(0, width - lane - plot - figures - count * column)
  const forLane = Math.min(left, widest.lane - lane)
  return { row: rowHeight, column, lane: lane + forLane, plot: plot + left - forLane }
}

/** Lanes × tasks as a table. Only what is in view is rendered: any number of lanes and tasks is fast. */
export function Matrix({ id, matrix, order, noteOf, shown, outlined, onShow }: Props) {
  const { lanes, tasks, most } = matrix
  const scroll = useRef<HTMLDivElement>(null)
  const [frame, width] = useWidth<HTMLDivElement>()
  const { place, onKeyDown, focusAt } = useGridFocus(scroll, lanes.length, tasks.length, () => ({
    row: Math.max(
      0,
      lanes.findIndex(({ label }) => label === shown?.lane),
    ),
    column: Math.max(
      0,
      tasks.findIndex((task) => task.id === shown?.taskId),
    ),
  }))
  const isNarrow = width < 1000
  const { column, lane: laneWidth, plot } = sizeOf(matrix, width, isNarrow)
  const size = useMemo(() => ({ row: rowHeight, column, lane: laneWidth, plot }), [column, laneWidth, plot])
  const { rows, columns } = useWindow(
    scroll,
    { count: lanes.length, size: rowHeight, focused: place.row },
    { count: tasks.length, size: column, focused: place.column },
  )
  useKeptScroll(scroll, `${id} matrix`)
  const end = axisEnd(matrix, order)
  const placed = (at: number) => ({ left: laneWidth + at * column })
  // Once for all cells: a style for each costs more than the rest of it.
  useLayoutEffect(() => scroll.current?.style.setProperty('--column', `${column}px`), [column])
  return (
    <div ref={frame} data-narrow={isNarrow || undefined}>
      <div ref={scroll} className={styles.scroll}>
        <table
          className={styles.matrix}
          aria-rowcount={lanes.length + 2}
          aria-colcount={tasks.length + 4}
          style={{ width: `max(100%, ${laneWidth + tasks.length * column + plot + figuresOf(isNarrow)}px)` }}
        >
          <caption className="unseen">
            Trials by lane and task: {lanes.length} lanes, {tasks.length} tasks. The arrow keys move between cells;
            Enter lists the trials of a cell.
          </caption>
          <thead>
            <tr>
              <th scope="col" className={styles.lane} style={{ width: laneWidth }}>
                Lane, {orderTexts[order].lanes}
              </th>
              {columns.map((at) => (
                <th
                  scope="col"
                  key={tasks[at]?.id}
                  className={styles.place}
                  style={placed(at)}
                  aria-colindex={at + 2}
                  data-shown={shown?.taskId === tasks[at]?.id || undefined}
                >
                  <span className={styles.task} title={tasks[at]?.name}>
                    {tasks[at]?.name}
                  </span>
                </th>
              ))}
              <th scope="col" className={`${styles.intervalHead} ${styles.end}`} style={{ width: plot }}>
                {orderTexts[order].plot(lanes.some(({ overTasks }) => overTasks !== null))}
              </th>
              <th scope="col" className={styles.time}>
                Time
              </th>
              <th scope="col" className={styles.price}>
                Per success
              </th>
            </tr>
          </thead>
          <tbody
            style={{ height: lanes.length * rowHeight }}
            onKeyDown={onKeyDown}
            onFocus={(event) => {
              const found = placeOf(event.target)
              if (found !== null) focusAt(found)
            }}
            onClick={(event) => {
              const found = placeOf(event.target)
              const [lane, task] = [lanes[found?.row ?? -1], tasks[found?.column ?? -1]]
              if (lane !== undefined && task !== undefined) onShow({ lane: lane.label, taskId: task.id })
            }}
          >
            {rows.map((at) => {
              const lane = lanes[at]
              return (
                lane !== undefined && (
                  <MatrixRow
                    key={lane.label}
                    lane={lane}
                    tasks={tasks}
                    at={at}
                    columns={columns}
                    size={size}
                    note={noteOf(lane)}
                    focusable={place.row === at ? place.column : null}
                    shown={shown?.lane === lane.label ? shown.taskId : null}
                    order={order}
                    most={most[order === 'cost' ? 'cost' : 'time']}
                    end={end}
                    outlined={outlined}
                  />
                )
              )
            })}
          </tbody>
          <tfoot>
            <tr aria-rowindex={lanes.length + 2}>
              <th scope="row" className={styles.lane} style={{ width: laneWidth }}>
                All lanes
              </th>
              {columns.map((at) => (
                <AllLanes key={tasks[at]?.id} task={tasks[at]} at={at} style={placed(at)} />
              ))}
              <td className={styles.end} style={{ width: plot }}>
                <span className={styles.axis} aria-hidden="true">
                  <i>{order === 'success' ? '0 %' : '0'}</i>
                  {!isNarrow && <i>{formatRange[order](end / 2)}</i>}
                  <i>{formatRange[order](end)}</i>
                </span>
              </td>
              <td className={styles.time} />
              <td className={styles.price} />
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}

const figuresOf = (isNarrow: boolean) => (isNarrow ? besides.narrow : besides.wide).figures

interface AllLanesProps {
  readonly task: TrialMatrix['tasks'][number] | undefined
  readonly at: number
  readonly style: { readonly left: number }
}

/** How many trials of a task passed in all lanes. */
function AllLanes({ task, at, style }: AllLanesProps) {
  if (task === undefined) return null
  return (
    <td aria-colindex={at + 2} className={`${styles.place} ${styles.all}`} style={style}>
      {task.counted === 0 ? (
        '—'
      ) : (
        <>
          <meter min={0} max={task.counted} value={task.passed} aria-hidden="true" />
          {percent(task.passed / task.counted)}
        </>
      )}
    </td>
  )
}

const orderTexts = {
  success: {
    lanes: 'best first',
    plot: (isWide: boolean) => (isWide ? 'Success, 95 % for tasks like these' : 'Success, 95 % by trials'),
  },
  time: { lanes: 'fastest first', plot: () => 'Working time, median and middle half' },
  cost: { lanes: 'cheapest success first', plot: () => 'Cost of a trial, median and middle half' },
} as const satisfies { readonly [O in MatrixOrder]: object }
