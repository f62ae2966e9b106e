import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Row, Rows } from '../model/rows.ts'
import styles from '../timeline.module.css'

/** The names of the rows; those of lanes and child runs fold them. */
export const Gutter = memo(function Gutter({
  rows,
  axis,
  height,
  onFold,
}: {
  readonly rows: Rows
  /** How high the axis above the first row is, pixels. */
  readonly axis: number
  readonly height: number
  readonly onFold: (key: string, folded: boolean) => void
}) {
  return (
    <div className={styles.gutter} style={{ height }}>
      <div className={styles.corner} style={{ height: axis }} />
      {rows.rows.map((row) => (
        <div key={row.key} className={styles.rowName} style={place(row, axis)}>
          {row.fold === null ? row.label : <FoldButton row={row} fold={row.fold} onFold={onFold} />}
        </div>
      ))}
    </div>
  )
})

function place({ top, height, depth }: Row, axis: number) {
  return { top: axis + top, height: Math.min(height, 24), paddingLeft: 14 + Math.min(depth, 4) * 8 }
}

interface FoldProps {
  readonly row: Row
  readonly fold: NonNullable<Row['fold']>
  readonly onFold: (key: string, folded: boolean) => void
}

function FoldButton({ row, fold, onFold }: FoldProps) {
  const Chevron = fold.folded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!fold.folded}
      title={row.label}
      onClick={() => onFold(fold.key, !fold.folded)}
    >
      <Chevron aria-hidden="true" />
      <span>{row.label}</span>
    </button>
  )
}
