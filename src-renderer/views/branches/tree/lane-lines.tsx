import type { BranchRow } from './branch-rows.ts'
import styles from './branches.module.css'

/** Distance between lanes, px; smaller if there are many, to leave room for text. */
const wide = 16
const most = 96
const edge = 14

interface Props {
  readonly row: BranchRow
  readonly lanes: number
  readonly height: number
  readonly shown: 'end' | 'path' | 'no'
  readonly shownPassing: number | null
}

/** Position of a lane's line, px. Lanes that do not fit share the last position. */
export function laneX(lane: number): number {
  return edge + Math.min(lane * wide, most)
}

/** Width of the graph, px. */
export function graphWidth(lanes: number): number {
  return laneX(lanes - 1) + 14
}

/** The lines of the graph in one row. The row's own node shows its outcome. */
export function LaneLines({ row, lanes, height, shown, shownPassing }: Props) {
  const x = laneX(row.lane)
  const middle = height / 2
  const left = laneX(row.lane - 1)
  const own = shown === 'no' ? styles.line : styles.lineShown
  return (
    <svg className={styles.lines} width={graphWidth(lanes)} height={height} aria-hidden="true">
      {row.passing.map((lane) => (
        <line
          key={lane}
          className={lane === shownPassing ? styles.lineShown : styles.line}
          x1={laneX(lane)}
          x2={laneX(lane)}
          y1={0}
          y2={height}
        />
      ))}
      {row.joins === 'below' && <line className={own} x1={x} x2={x} y1={0} y2={middle - 6} />}
      {row.joins === 'off' && (
        <path className={own} d={`M ${left} 0 C ${left} ${middle * 0.7}, ${x} ${middle * 0.2}, ${x} ${middle - 6}`} />
      )}
      {row.goesOn && (
        <line className={shown === 'path' ? styles.lineShown : styles.line} x1={x} x2={x} y1={middle + 6} y2={height} />
      )}
    </svg>
  )
}

interface StartProps {
  readonly lanes: number
  readonly height: number
  /** Whether the shown branch is among those that begin here. */
  readonly isShown: boolean
}

/** The start of the conversation, from which several first messages branch. */
export function StartOfBranches({ lanes, height, isShown }: StartProps) {
  const x = laneX(0)
  const line = isShown ? styles.lineShown : styles.line
  return (
    <div className={styles.start} role="presentation" style={{ height, paddingLeft: graphWidth(lanes) + 6 }}>
      <svg className={styles.lines} width={graphWidth(lanes)} height={height} aria-hidden="true">
        <circle className={line} cx={x} cy={height / 2} r={3} />
        <line className={line} x1={x} x2={x} y1={height / 2 + 3} y2={height} />
      </svg>
      Start of the conversation
    </div>
  )
}
