import { FileCheck, MessageSquareQuote } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import { formatFiles } from '../../../../src-shared/base/format.ts'
import type { MergePlan } from '../../../../src-shared/workspace/merge.ts'
import { focusRegion } from '../../../commands/focus-region.ts'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { mergeFiles } from '../../../stores/server-cache/files.ts'
import { type Loadable, loading, toLoadable } from '../../../stores/server-cache/loadable.ts'
import { changeDraft, draftKey, useDrafts } from '../../../stores/session/draft-store.ts'
import { closeMerge, type MergeRequest, useMerge } from '../../../stores/session/merge-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import styles from './merge.module.css'
import { initialSelection, type MergeSelection, mergeChoices } from './merge-choices.ts'
import { MergeList } from './merge-list.tsx'

/** Merges changes of a branch or a copy into the current files, by file and hunk. Region "Merge". */
export function MergeDialog() {
  const request = useMerge((state) => state.request)
  return request === null ? null : <Opened request={request} />
}

const none: MergeSelection = new Map()

function Opened({ request }: { readonly request: MergeRequest }) {
  const { plan, again } = usePlan(request)
  const [chosen, setChosen] = useState(none)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [working, setWorking] = useState(false)
  useEffect(() => setChosen(plan.state === 'ready' ? initialSelection(plan.value) : none), [plan])
  const value = plan.state === 'ready' ? plan.value : null
  const choices = value === null ? [] : mergeChoices(value, chosen)
  const apply = async () => {
    if (value === null) return
    setWorking(true)
    setFailure(await carryOutMerge(request, value, chosen))
    setWorking(false)
  }
  return (
    <Dialog
      open
      onClose={closeMerge}
      title={request.title}
      description="Merges the selected changes and keeps edits made here since (three-way merge). You can undo it."
      size="large"
      actions={
        <>
          {request.turnId !== null && <SummaryButton turnId={request.turnId} />}
          <Button onClick={closeMerge}>Close</Button>
          <Button look="primary" disabled={choices.length === 0 || working} onClick={apply}>
            {choices.length === 0 ? 'Apply' : `Apply ${formatFiles(choices.length)}`}
          </Button>
        </>
      }
    >
      <section aria-label="Merge" className={styles.body}>
        {failure !== null && (
          <div className={styles.failure}>
            <FailureAlert
              failure={failure}
              actions={
                <Button
                  small
                  onClick={() => {
                    setFailure(null)
                    again()
                  }}
                >
                  Refresh
                </Button>
              }
            />
          </div>
        )}
        <Contents plan={plan} chosen={chosen} onChange={setChosen} again={again} />
      </section>
    </Dialog>
  )
}

interface ContentsProps {
  readonly plan: Loadable<MergePlan>
  readonly chosen: MergeSelection
  readonly onChange: (chosen: MergeSelection) => void
  readonly again: () => void
}

function Contents({ plan, chosen, onChange, again }: ContentsProps) {
  if (plan.state === 'loading') return <Skeleton lines={5} label="Comparing the files" />
  if (plan.state === 'failed') return <ErrorState failure={plan.failure} onRetry={again} />
  if (plan.value.files.length === 0)
    return (
      <EmptyState icon={<FileCheck />} title="Nothing to merge" text="All its changes are already in the project." />
    )
  return <MergeList plan={plan.value} chosen={chosen} onChange={onChange} />
}

async function carryOutMerge(request: MergeRequest, plan: MergePlan, chosen: MergeSelection): Promise<Failure | null> {
  const { base, theirs, ours } = plan
  const { projectId, into, bring } = request
  const choices = mergeChoices(plan, chosen)
  try {
    await (bring?.(ours, choices) ?? mergeFiles({ projectId, base, theirs, ours, into, choices }))
    closeMerge()
    return null
  } catch (thrown) {
    return failureFrom(thrown)
  }
}

function usePlan(request: MergeRequest) {
  const [plan, setPlan] = useState<Loadable<MergePlan>>(loading)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the request.
  useEffect(() => {
    let gone = false
    const { projectId, base, into } = request
    const plan = request.theirs().then((theirs) => ask('files-merge-plan', { projectId, base, theirs, into }))
    void toLoadable(plan).then((found) => {
      if (!gone) setPlan(found)
    })
    return () => {
      gone = true
      setPlan(loading)
    }
  }, [request, tries])
  return { plan, again: () => setTries((before) => before + 1) }
}

/** Adds a summary of the merged branch to the draft message, to inform the shown branch. */
function SummaryButton({ turnId }: { readonly turnId: string }) {
  return (
    <Button icon={<MessageSquareQuote aria-hidden="true" />} onClick={() => void toastOnFailure(putSummary(turnId))}>
      Insert summary into message
    </Button>
  )
}

async function putSummary(turnId: string): Promise<void> {
  const { text } = await ask('branch-summary', { turnId })
  const { project, conversationId } = useWorkbench.getState()
  if (project === null) return
  const key = draftKey(project.id, conversationId)
  const before = useDrafts.getState().drafts[key]?.text.trimEnd() ?? ''
  changeDraft(key, { text: before === '' ? text : `${before}\n\n${text}` })
  closeMerge()
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('Message')))
}
