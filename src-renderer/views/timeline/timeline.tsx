import { ChartNoAxesGantt } from 'lucide-react'
import { useConnection } from '../../host.ts'
import { useLiveRun } from '../../stores/run-store.ts'
import { useWorkbench } from '../../stores/workbench-store.ts'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { ErrorState } from '../../widgets/error-state.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import { Board } from './board.tsx'
import styles from './timeline.module.css'
import { type TimelineRun, useTimelineRun } from './use-timeline-run.ts'

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
