import { useStore } from 'zustand'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import type { TimelineCanvas } from '../../../parts/timeline/canvas/timeline-canvas.ts'
import { ClearRange, endedCallsNote, rangeText } from '../../../parts/timeline/controls/range-sums.tsx'
import styles from './side-by-side.module.css'
import type { SeenRun } from './side-run.ts'

export interface CanvasRun {
  readonly seen: SeenRun
  readonly canvas: TimelineCanvas
}

/** What happened in the interval that the user marked, in each of the runs. */
export function MarkedStretch({ canvasRuns: [first, ...others] }: { readonly canvasRuns: readonly CanvasRun[] }) {
  return first === undefined ? null : <Marked first={first} others={others} />
}

function Marked({ first, others }: { readonly first: CanvasRun; readonly others: readonly CanvasRun[] }) {
  const range = useStore(first.canvas.state, (state) => state.range)
  if (range === null) return null
  return (
    <div className={styles.marked} role="status" aria-label="Selected range">
      <div>
        <span>
          <strong>{formatDuration(range.to - range.from)}</strong> marked
        </span>
        <ClearRange onClick={() => first.canvas.setRange(null)} />
      </div>
      {[first, ...others].map((each) => (
        <Sums key={each.seen.run.id} {...each} />
      ))}
    </div>
  )
}

function Sums({ seen: { name, view }, canvas }: CanvasRun) {
  const range = useStore(canvas.state, (state) => state.range)
  if (range === null || view === null) return null
  return (
    <>
      <strong>{name}</strong>
      <span className="figure" title={endedCallsNote}>
        {rangeText(view, range, canvas.nowMs())}
      </span>
    </>
  )
}
