import { ChartNoAxesGantt } from 'lucide-react'
import { useConnection } from '../../host/host.ts'
import { Board } from '../../parts/timeline/board.tsx'
import { type TimelineRun, useTimelineRun } from '../../parts/timeline/stage/use-timeline-run.ts'
import styles from '../../parts/timeline/timeline.module.css'
import { useLiveRun } from '../../stores/runs/run-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'

/** The run of the conversation as it went in time: region "Timeline". */
export function Timeline() {
  const shown = useTimelineRun()
  return (
    <section aria-label="Timeline" className={styles.timeline}>
      <Content shown={shown} />
    </section>
  )
}

function Content({ shown }: { shown: TimelineRun }) {
  const { run } = shown
  const tree = useWorkbench((state) => state.tree)
  const lost = useConnection(({ state }) => state !== 'open')
  const view = useLiveRun(run?.id ?? null)
  if (tree?.state === 'failed') return <ErrorState failure={tree.failure} />
  if (run === null && tree?.state !== 'loading') return <Nothing />
  if (run === null || view === null) return <Skeleton lines={4} label="Loading the timeline" />
  const going = view.status === 'running' || view.status === 'waiting'
  return <Board key={run.id} shown={shown} run={run} view={view} live={going && !lost} />
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
