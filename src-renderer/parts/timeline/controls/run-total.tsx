import { useStore } from 'zustand'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import { verdictText } from '../../../../src-shared/comparison/shown/run-verdict.ts'
import { viewTime } from '../../../../src-shared/run/time/run-time.ts'
import { costText, tokensText } from '../../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useRunVerdict } from '../../../stores/runs/run-verdicts.ts'
import { useTimelineSettings } from '../../../stores/session/timeline-store.ts'
import { Pill } from '../../../widgets/pill.tsx'
import type { TimelineCanvas } from '../canvas/timeline-canvas.ts'
import styles from '../timeline.module.css'

const noCanvas = { subscribe: () => () => {}, getState: () => null, getInitialState: () => null }

/**
 * The run's total in the unit of the axis. Time is working time, followed by the time spent waiting.
 * @param canvas updates the time of a run under way; null if the run has ended
 */
export function RunTotal(props: RunTotalProps) {
  const verdict = useRunVerdict(props.runId)
  return (
    <>
      {verdict !== null && !verdict.passed && (
        <Pill tone="bad" title={verdictText(verdict)}>
          check failed
        </Pill>
      )}
      <Total view={props.view} canvas={props.canvas} />
    </>
  )
}

interface RunTotalProps {
  readonly runId: string
  readonly view: RunView
  readonly canvas: TimelineCanvas | null
}

function Total({ view, canvas }: Omit<RunTotalProps, 'runId'>) {
  const axis = useTimelineSettings((state) => state.axis)
  const passed = useStore(canvas?.state ?? noCanvas, (state) => Math.round((state?.throttled?.nowMs ?? 0) / 100) * 100)
  const now = Math.max(view.lastMs, passed)
  const { totals } = view
  const isOpen = view.status === 'running' || view.status === 'waiting'
  if (axis === 'tokens') return <span className="figure">{tokensText(totals, isOpen)}</span>
  if (axis === 'cost') return <span className="figure">{costText(totals, isOpen)}</span>
  const { workMs, waitedMs } = viewTime(view, now)
  const shown = axis === 'working' ? workMs : now
  return (
    <span className="figure" title={axis === 'working' ? 'Working time' : 'From start to end'}>
      {formatDuration(Math.max(0, shown))}
      {waitedMs >= 50 && <span className={styles.waited}>{` · ${formatDuration(waitedMs)} waiting`}</span>}
    </span>
  )
}
