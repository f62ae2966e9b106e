import { ChartNoAxesGantt } from 'lucide-react'
import { useConnection } from '../../host/host.ts'
import { Board } from '../../parts/timeline/board.tsx'
import { type TimelineRun, useTimelineRun } from '../../parts/timeline/canvas/use-timeline-run.ts'
import styles from '../../parts/timeline/timeline.module.css'
import { useLiveRun } from '../../stores/runs/run-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'

/**
 * The timeline of the conversation's run: region "Timeline".
 * @param strip whether there is room for one line only
 */
export function Timeline({ strip = false }: { readonly strip?: boolean }) {
  const shown = useTimelineRun()
  return (
    <section aria-label="Timeline" className={styles.timeline}>
      <Content shown={shown} strip={strip} />
    </section>
  )
}

function Content({ shown, strip }: { shown: TimelineRun; strip: boolean }) {
  const { run } = shown
  const tree = useWorkbench((state) => state.tree)
  const lost = useConnection(({ state }) => state !== 'open')
  const view = useLiveRun(run?.id ?? null)
  if (tree?.state === 'failed') return <ErrorState failure={tree.failure} />
  if (run === null && tree?.state !== 'loading')
    return strip ? <p className={styles.noRun}>Timeline: no run yet</p> : <Nothing />
  if (run === null || view === null) return <Skeleton lines={strip ? 1 : 4} label="Loading the timeline" />
  const isLive = view.status === 'running' || view.status === 'waiting'
  return <Board key={run.id} shown={shown} run={run} view={view} live={isLive && !lost} strip={strip} />
}

function Nothing() {
  return (
    <EmptyState
      icon={<ChartNoAxesGantt />}
      title="No run yet"
      text="Send a message: its phases, model calls, tool calls and waits are drawn here as they happen."
    />
  )
}
