import { ChangedFiles } from '../../../parts/changes/changed-files.tsx'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import '../../../parts/changes/changes.css'

/** What a lane's run changed. */
export function LaneChanges({ runId }: { readonly runId: string }) {
  const { answer: changes } = useAnswer('run-changes', { runId })
  if (changes.state === 'loading') return <Skeleton lines={3} label="Loading the changes" />
  if (changes.state === 'failed') return <ErrorState failure={changes.failure} />
  return changes.value.files.length === 0 ? <p>No files changed.</p> : <ChangedFiles changes={changes.value} />
}
