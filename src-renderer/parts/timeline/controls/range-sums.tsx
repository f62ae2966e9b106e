import { X } from 'lucide-react'
import { counted, formatDuration } from '../../../../src-shared/base/format.ts'
import { spentText } from '../../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { sumRange } from '../model/range-sum.ts'
import styles from '../timeline.module.css'

interface RangeSumsProps {
  readonly range: { readonly from: number; readonly to: number }
  readonly view: RunView
  readonly nowMs: number
  readonly onClose: () => void
}

/** Totals of the range that the user marked, in one line. */
export function RangeSums({ range, view, nowMs, onClose }: RangeSumsProps) {
  return (
    <div className={styles.sums} role="status">
      <strong>{formatDuration(range.to - range.from)}</strong>
      <span className="figure" title={endedCallsNote}>
        {rangeText(view, range, nowMs)}
      </span>
      <ClearRange onClick={onClose} />
    </div>
  )
}

export const endedCallsNote = 'Tokens and cost of the model calls that ended in this range.'

export function ClearRange({ onClick }: { readonly onClick: () => void }) {
  return (
    <IconButton small label="Clear the selected range" onClick={onClick}>
      <X aria-hidden="true" />
    </IconButton>
  )
}

export function rangeText(view: RunView, { from, to }: RangeSumsProps['range'], nowMs: number): string {
  const sum = sumRange(view, from, to, nowMs)
  return [
    `model ${formatDuration(sum.modelMs)} in ${counted(sum.modelCalls, 'call')}`,
    `tools ${formatDuration(sum.toolMs)} in ${counted(sum.toolCalls, 'call')}`,
    `waiting ${formatDuration(sum.waitingMs)}`,
    spentText(sum.use),
  ].join(' · ')
}
