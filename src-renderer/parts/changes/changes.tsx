import { FileDiff, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import { useRuns } from '../../stores/runs/run-store.ts'
import type { Loadable } from '../../stores/server-cache/loadable.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { useReading } from '../../stores/session/fold-store.ts'
import { useWide } from '../../stores/session/layout-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { workspaceOfRun } from '../../stores/session/workspaces.ts'
import { cx } from '../../widgets/cx.ts'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { CommitSection } from '../commit/commit-section.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { CommentBar } from './comment-bar.tsx'
import { canRevert, type Reverted, revert } from './revert.ts'
import { TurnMenu } from './turn-menu.tsx'
import { type ChangesAt, useChangesAt } from './use-changes-at.ts'
import { useRunOfChanges } from './use-run-of-changes.ts'
import './changes.css'

/** The files that a run changed, each as a diff, and their state in git. */
export function ChangesView() {
  const wrap = useReading((state) => state.wrapChanges)
  const wide = useWide((state) => state.page === 'changes')
  const run = useRunOfChanges()
  const moment = useChangesAt(run)
  // A run under way takes a snapshot after each step that may have changed files.
  const soFar = useRuns(({ live }) => (run === null || run.after !== null ? null : (live[run.id]?.files ?? null)))
  // The list changes with these, with the run's end and with its count of changes.
  const state = `${run?.after ?? ''} ${run?.changes?.files ?? ''} ${soFar ?? ''}`
  const { answer, again } = useAnswer('run-changes', run === null ? null : { runId: run.id }, state)
  return (
    <section className={cx('changes', wrap && 'wrap', wide && 'wide')} aria-label="Changes">
      <div className="changes-body">
        {run !== null && moment !== null ? (
          <AtMoment key={run.id} moment={moment} />
        ) : (
          <Contents run={run} changes={answer} again={again} />
        )}
      </div>
      {moment === null && <Committing run={run} changes={answer.state === 'ready' ? answer.value : null} />}
    </section>
  )
}

const icon = <FileDiff aria-hidden="true" />

interface ContentsProps {
  readonly run: Run | null
  readonly changes: Loadable<Changes>
  readonly again: () => void
}

function Contents({ run, changes, again }: ContentsProps) {
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

/** Next to the changes if there is room, else collapsed below them. */
function Committing({ run, changes }: { readonly run: Run | null; readonly changes: Changes | null }) {
  const wide = useWide((state) => state.page === 'changes')
  const projectId = useWorkbench((state) => state.project?.id)
  const [open, setOpen] = useState(false)
  const changed = useMemo(() => changes?.files.map(({ path }) => path) ?? [], [changes])
  if (projectId === undefined) return null
  const at = { projectId, ...workspaceOfRun(run) }
  const section = <CommitSection at={at} asOf={`${run?.id} ${run?.after} ${run?.status}`} changed={changed} />
  if (wide) return <div className="changes-commit">{section}</div>
  return (
    <details className="changes-commit" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Commit…</summary>
      {open && section}
    </details>
  )
}

/** During playback: the changes made up to that moment. */
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
        text="Changes appear here as the run makes them."
      />
    )
  }
  return <EmptyState icon={icon} title="No files changed" text="This run changed no files." />
}
