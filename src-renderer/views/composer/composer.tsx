import { ArrowUp, Columns2, GitBranch, Square, X } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { stopCurrentRun } from '../../commands/app-commands.ts'
import { FilesBar } from '../../parts/branches/files-bar.tsx'
import { modeChoices, useApprovalChoices } from '../../parts/choices/approval-choice.ts'
import styles from '../../parts/choices/composer.module.css'
import { ModelChoice } from '../../parts/choices/model-choice.tsx'
import { StrategySelect } from '../../parts/choices/strategy-choice.tsx'
import { type ComposerState, useComposer } from '../../parts/choices/use-composer.ts'
import { MessageBox } from '../../parts/message-box/message-box.tsx'
import { TrustNotice } from '../../parts/strategy/trust-notice.tsx'
import { isUnderWay } from '../../stores/runs/runs.ts'
import { setUpComparison } from '../../stores/server-cache/comparisons.ts'
import { useReadOnlyProject } from '../../stores/server-cache/read-only-project.ts'
import type { Draft } from '../../stores/session/draft-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { placeNow, useCopy, usePlace } from '../../stores/session/workspaces.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { ClosedComposer } from './closed-composer.tsx'
import { sendMessage } from './send-message.ts'
import { UsageFigure } from './usage-figure.tsx'

/** Where a message is written, and how it will be worked on is chosen. */
export function Composer() {
  return useReadOnlyProject() ? <ClosedComposer /> : <OpenComposer />
}

function OpenComposer() {
  const composer = useComposer()
  const { draft, run, change } = composer
  const [failure, setFailure] = useState<Failure | null>(null)
  const underWay = isUnderWay(run)
  const send = async () => setFailure(await sendMessage(composer))
  return (
    <div className={styles.place}>
      <div className={styles.composer}>
        {failure !== null && (
          <FailureAlert
            failure={failure}
            actions={
              <Button small onClick={() => setFailure(null)}>
                Dismiss
              </Button>
            }
          />
        )}
        <TrustNotice />
        <FilesBar />
        {underWay && <Queue runId={run.id} />}
        {draft.branch !== null && (
          <BranchNote parentId={draft.branch.parentId} onCancel={() => change({ branch: null })} />
        )}
        <div className={styles.frame}>
          <MessageBox
            text={draft.text}
            placeholder={underWay ? 'Queue a message while it works…' : 'Ask, or say what to change. @ names a file.'}
            onChange={(text) => change({ text })}
            onSend={send}
          />
          <ChoiceRow composer={composer} underWay={underWay} onSend={send} />
        </div>
      </div>
    </div>
  )
}

/** A preset brings models for its roles; another strategy keeps those that were chosen. */
function rolesFor(pick: StrategyPick | null): Partial<Draft> {
  return pick !== null && 'preset' in pick ? { roles: null } : {}
}

interface ChoiceRowProps {
  composer: ComposerState
  underWay: boolean
  onSend: () => void
}

function ChoiceRow({ composer, underWay, onSend }: ChoiceRowProps) {
  const { choices, change, draft, run } = composer
  const approvalChoices = useApprovalChoices()
  return (
    <div className={styles.row}>
      <div className={styles.choices}>
        <StrategySelect choices={choices} onChange={(strategy) => change({ strategy, ...rolesFor(strategy) })} />
        <ModelChoice choices={choices} onChange={(roles) => change({ roles })} />
      </div>
      <div className={styles.leave}>
        <Select
          name="Approval"
          side="top"
          look="quiet"
          value={choices.approval}
          choices={approvalChoices}
          onChange={(approval) => change({ approval })}
        />
        <Select
          name="Mode"
          side="top"
          look="quiet"
          value={choices.mode}
          choices={modeChoices}
          onChange={(mode) => change({ mode })}
        />
      </div>
      <div className={styles.send}>
        {(!underWay || draft.text.trim() === '') && <UsageFigure run={run} />}
        {underWay && (
          <Button icon={<Square aria-hidden="true" fill="currentColor" />} keys="Escape" onClick={stopCurrentRun}>
            Stop
          </Button>
        )}
        {!underWay && (
          <Button
            look="quiet"
            icon={<Columns2 aria-hidden="true" />}
            aria-label="Compare"
            title="Lay this message before several strategies"
            onClick={() => compare(composer)}
          >
            <span className={styles.compareWord}>Compare</span>
          </Button>
        )}
        {(!underWay || draft.text.trim() !== '') && (
          <Button
            look="primary"
            icon={<ArrowUp aria-hidden="true" />}
            disabled={draft.text.trim() === ''}
            title={underWay ? 'Queues the message for the run that is under way' : undefined}
            onClick={onSend}
          >
            Send
          </Button>
        )}
      </div>
    </div>
  )
}

/** Lays the message before several strategies, beside each other. */
function compare({ draft, parentId, run }: ComposerState): void {
  setUpComparison({ kind: 'message', parentId, ...placeNow(parentId, run) }, draft.text)
}

const noMessages: readonly string[] = []

function Queue({ runId }: { runId: string }) {
  const waiting = useWorkbench((state) => state.queues[runId] ?? noMessages)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.queue} aria-label="Queued messages">
      {waiting.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal messages may wait twice, in order
        <li key={index}>
          <span className={styles.queued}>Queued</span>
          <span className={styles.message}>{message}</span>
        </li>
      ))}
    </ul>
  )
}

function BranchNote({ parentId, onCancel }: { parentId: string | null; onCancel: () => void }) {
  const copy = useCopy(usePlace(parentId, null))
  return (
    <div className={styles.branch} role="status">
      <GitBranch aria-hidden="true" />
      <span>
        This message starts a branch{copy === null ? '' : ' in an isolated copy'}: what came after that point stays as
        it is.
      </span>
      <IconButton small label="Answer the last turn instead" onClick={onCancel} side="top">
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
