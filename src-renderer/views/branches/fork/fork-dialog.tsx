import { GitFork } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import { CopyProgressBar } from '../../../parts/branches/copy-progress-bar.tsx'
import { turnOfRun } from '../../../parts/branches/show-step.ts'
import { useFilesAt } from '../../../parts/branches/use-files-at.ts'
import { spanLabel, spanType } from '../../../run/span-names.ts'
import { spanIn, useRunOutline } from '../../../stores/runs/run-store.ts'
import { closeFork, useFork } from '../../../stores/session/fork-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { cancelCopy, useBranchWorkspace } from '../../../stores/session/workspaces.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import styles from './fork.module.css'
import { ForkAnswer } from './fork-answer.tsx'
import { ForkChoices } from './fork-choices.tsx'
import { type ForkDraft, type ForkSpan, forkDraft, forkText, isSendable } from './fork-draft.ts'
import { ForkFiles } from './fork-files.tsx'
import { sendFork } from './send-fork.ts'

/** Continues from a step of a run, as a new run next to it. */
export function ForkDialog() {
  const step = useFork((state) => state.step)
  const tree = useWorkbench((state) => state.tree)
  const view = useRunOutline(step?.runId ?? null)
  const turn = tree?.state === 'ready' && step !== null ? turnOfRun(tree.value.turns, step.runId) : null
  const run = turn?.runs.find((each) => each.id === step?.runId)
  const span = step === null ? null : spanIn(view, step.path)
  if (turn === null || run === undefined || span === null) return null
  if (span.kind !== 'model' && span.kind !== 'tool') return null
  return <Opened key={`${run.id} ${span.path}`} turn={turn} run={run} span={span} />
}

interface OpenedProps {
  readonly turn: Turn
  readonly run: Run
  readonly span: ForkSpan
}

function Opened({ turn, run, span }: OpenedProps) {
  const [draft, setDraft] = useState(() => forkDraft(span))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [sending, setSending] = useState(false)
  const workspaceId = useBranchWorkspace(null, run)
  // With a given answer the step is not performed, so the files are those after the step.
  const when = draft.step === 'anew' ? 'before' : 'after'
  const files = useFilesAt({ runId: run.id, path: span.path, when }, workspaceId)
  const change = (part: Partial<ForkDraft>) => setDraft({ ...draft, ...part })
  const send = async () => {
    setSending(true)
    const known = files.state === 'ready' ? files.value : null
    setFailure(await sendFork({ run, span, draft, workspaceId, files: known, name: turn.message }))
    setSending(false)
  }
  const copying = sending && draft.files === 'copy'
  const close = () => {
    if (copying) cancelCopy()
    closeFork()
  }
  const ready = draft.files === 'keep' || (files.state === 'ready' && files.value.snapshot !== null)
  return (
    <Dialog
      open
      onClose={close}
      title="Branch from here"
      description={`${spanType(span)} ${spanLabel(span)}`}
      actions={
        <>
          <Button onClick={copying ? cancelCopy : close}>{copying ? 'Cancel the copy' : 'Cancel'}</Button>
          <Button
            look="primary"
            icon={<GitFork aria-hidden="true" />}
            disabled={sending || !ready || !isSendable(draft)}
            onClick={send}
          >
            {copying ? 'Making the copy…' : 'Branch from here'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ForkAnswer span={span} draft={draft} onChange={change} />
        <ForkChoices run={run} draft={draft} onChange={change} />
        <ForkFiles files={files} draft={draft} inCopy={workspaceId !== null} onChange={change} />
        <p className={styles.words}>{forkText(draft)}</p>
        {copying && (
          <p className={styles.words}>
            <CopyProgressBar />
          </p>
        )}
        {failure !== null && <FailureAlert failure={failure} />}
      </div>
    </Dialog>
  )
}
