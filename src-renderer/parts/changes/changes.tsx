import { FileDiff, Search } from 'lucide-react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { useReading } from '../../stores/session/fold-store.ts'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { CommentBar } from './comment-bar.tsx'
import { canRevert, type Reverted, revert } from './revert.ts'
import { TurnMenu } from './turn-menu.tsx'
import { type ChangesAt, useChangesAt } from './use-changes-at.ts'
import { useRunOfChanges } from './use-run-of-changes.ts'
import './changes.css'

/** The files a run changed, each as a diff. */
export function ChangesView() {
  const wrap = useReading((state) => state.wrapChanges)
  return (
    <section className={wrap ? 'changes wrap' : 'changes'} aria-label="Changes">
      <Contents run={useRunOfChanges()} />
    </section>
  )
}

const icon = <FileDiff aria-hidden="true" />

function Contents({ run }: { readonly run: Run | null }) {
  // Its end and its count of changes are what makes the list another one.
  const state = `${run?.after ?? ''} ${run?.changes?.files ?? ''}`
  const { answer: changes, again } = useAnswer('run-changes', run === null ? null : { runId: run.id }, state)
  const moment = useChangesAt(run)
  if (run !== null && moment !== null) return <AtMoment key={run.id} moment={moment} />
  if (run === null) return <EmptyState icon={icon} title="No changes" text="Files changed by a run appear here." />
  if (changes.state === 'loading') return <Skeleton lines={4} label="Loading the changes" />
  if (changes.state === 'failed') return <ErrorState failure={changes.failure} onRetry={again} />
  if (changes.value.files.length === 0 && changes.value.notCovered.length === 0) return <Nothing run={run} />
  return (
    <>
      <TurnMenu run={run} />
      <CommentBar run={run} />
      <ChangedFiles
        key={run.id}
        changes={changes.value}
        {...(canRevert(run) ? { revert: (wanted: Reverted) => void revert(run, wanted) } : {})}
      />
    </>
  )
}

/** While the run is played back: what had changed by then. */
function AtMoment({ moment }: { readonly moment: ChangesAt }) {
  const { changes, fromEdits } = moment
  if (changes.files.length === 0) {
    return <EmptyState icon={icon} title="Not changed yet" text="At this point the run had not changed any files." />
  }
  return (
    <>
      {fromEdits && <p className="changes-none">Edits so far, without changes made by commands.</p>}
      <ChangedFiles changes={changes} />
    </>
  )
}

function Nothing({ run }: { readonly run: Run }) {
  const under = run.status === 'running' || run.status === 'waiting'
  if (under && run.after === null) {
    return (
      <EmptyState
        icon={<Search aria-hidden="true" />}
        title="Not changed yet"
        text="Changes appear here when the run has ended."
      />
    )
  }
  return <EmptyState icon={icon} title="No files changed" text="This run changed no files." />
}
