import { Scale } from 'lucide-react'
import { loadComparisons, useComparisons, useShownComparison } from '../../stores/server-cache/comparisons.ts'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import styles from './compare.module.css'
import { CompareHeader } from './compare-header.tsx'
import { ComparisonPage } from './comparison-page.tsx'
import { LeaderboardPage } from './leaderboard/leaderboard-page.tsx'
import { SetUp } from './set-up/set-up.tsx'
import { TasksPage } from './tasks/tasks-page.tsx'
import { TrialsPage } from './trials/trials-page.tsx'
import { TuningPage } from './tuning/tuning-page.tsx'
import { TuningSetUp } from './tuning/tuning-set-up.tsx'

/** Comparing strategies, shown instead of the conversation: first the setup, then the lanes side by side. */
export function Compare() {
  const shown = useComparisons((state) => state.shown)
  const comparison = useShownComparison()
  if (shown === null) return null
  if (shown.kind === 'set-up')
    return (
      <SetUp
        key={JSON.stringify([shown.origin, shown.repeats, shown.tasks, shown.again?.id])}
        origin={shown.origin}
        message={shown.message}
        begun={shown.lanes}
        repeats={shown.repeats}
        chosen={shown.tasks}
        again={shown.again ?? null}
      />
    )
  if (shown.kind === 'tuning' && shown.id === null) return <TuningSetUp strategy={shown.strategy ?? null} />
  if (shown.kind === 'tuning') return <TuningPage tuningId={shown.id ?? ''} />
  if (shown.kind === 'leaderboard') return <LeaderboardPage set={shown.set} />
  if (shown.kind === 'tasks') return <TasksPage />
  if (shown.kind === 'batch') return <TrialsPage batchId={shown.id} />
  return comparison === null ? <NotHere /> : <ComparisonPage key={comparison.id} comparison={comparison} />
}

function NotHere() {
  const list = useComparisons((state) => state.list)
  return (
    <div className={styles.page}>
      <CompareHeader title="Comparison">{null}</CompareHeader>
      {list.state === 'loading' && <Skeleton lines={4} label="Loading the comparison" />}
      {list.state === 'failed' && <ErrorState failure={list.failure} onRetry={() => void loadComparisons()} />}
      {list.state === 'ready' && (
        <EmptyState
          icon={<Scale aria-hidden="true" />}
          title="This comparison is gone"
          text="Its conversation was deleted."
        />
      )}
    </div>
  )
}
