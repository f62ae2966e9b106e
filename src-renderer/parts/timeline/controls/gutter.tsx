import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import { costText, spentText, tokenCountText } from '../../../../src-shared/run/totals-text.ts'
import type { Use } from '../../../../src-shared/run/use.ts'
import type { Row, Rows } from '../model/rows.ts'
import styles from '../timeline.module.css'

/** The names of the rows; headings of lanes and child runs can be folded. */
export const Gutter = memo(function Gutter({
  rows,
  figures,
  slack,
  axis,
  height,
  onFold,
}: {
  readonly rows: Rows
  /** Totals of lanes and child runs, by row key. */
  readonly figures: ReadonlyMap<string, Use>
  /** How much earlier than its slowest sibling a lane ended, ms, by row key; null if that is not shown. */
  readonly slack: ReadonlyMap<string, number> | null
  /** Height of the axis above the first row, px. */
  readonly axis: number
  readonly height: number
  readonly onFold: (key: string, folded: boolean) => void
}) {
  return (
    <div className={styles.gutter} style={{ height }}>
      <div className={styles.corner} style={{ height: axis }} />
      {rows.rows.map((row) => (
        <div key={row.key} className={styles.rowName} style={rowStyle(row, axis)}>
          {row.fold === null ? (
            row.label
          ) : (
            <FoldButton
              row={row}
              fold={row.fold}
              figures={figures.get(row.fold.key)}
              slackMs={slack?.get(row.fold.key) ?? null}
              onFold={onFold}
            />
          )}
        </div>
      ))}
    </div>
  )
})

function rowStyle({ top, height, depth }: Row, axis: number) {
  return { top: axis + top, height: Math.min(height, 30), paddingLeft: 14 + Math.min(depth, 4) * 8 }
}

/** Costs first, because the row is narrow. */
const spentInShort = (use: Use): string => [...new Set([costText(use), tokenCountText(use)])].join(' · ')

interface FoldProps {
  readonly row: Row
  readonly fold: NonNullable<Row['fold']>
  readonly figures: Use | undefined
  /** 0 if the end of the run waited for this lane; null if that is not shown. */
  readonly slackMs: number | null
  readonly onFold: (key: string, folded: boolean) => void
}

function FoldButton({ row, fold, figures, slackMs, onFold }: FoldProps) {
  const spent = figures === undefined ? '' : spentInShort(figures)
  const note = slackMs === null ? spent : slackMs === 0 ? 'critical' : `${formatDuration(slackMs)} slack`
  const Chevron = fold.folded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!fold.folded}
      title={figures === undefined ? row.label : `${row.label}: ${spentText(figures)}`}
      onClick={() => onFold(fold.key, !fold.folded)}
    >
      <Chevron aria-hidden="true" />
      <span className={styles.foldName}>
        {row.label}
        {(fold.folded || slackMs !== null) && note !== '' && (
          <small className={slackMs === null ? 'figure' : styles.slack}>{note}</small>
        )}
      </span>
    </button>
  )
}
