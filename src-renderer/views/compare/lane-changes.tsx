import { useAnswer } from '../../stores/use-answer.ts'
import { ErrorState } from '../../widgets/error-state.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import { ChangedFiles } from '../changes/changed-files.tsx'
import '../changes/changes.css'

/** What a lane's run changed. */
export function LaneChanges({ runId }: { readonly runId: string }) {
  const { answer: changes } = useAnswer('run-changes', { runId })
  if (changes.state === 'loading') return <Skeleton lines={3} label="Loading the changes" />
  if (changes.state === 'failed') return <ErrorState failure={changes.failure} />
  return changes.value.files.length === 0 ? <p>No files changed.</p> : <ChangedFiles changes={changes.value} />
}
