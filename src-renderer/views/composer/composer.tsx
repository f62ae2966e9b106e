import { ArrowUp, GitBranch, Square, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Attached } from '../../../src-shared/mentions/attached.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { stopCurrentRun } from '../../commands/app-commands.ts'
import { FilesBar } from '../../parts/branches/files-bar.tsx'
import { modeChoices, useApprovalChoices } from '../../parts/choices/approval-choice.ts'
import styles from '../../parts/choices/composer.module.css'
import { ModelOrAgent } from '../../parts/choices/model-or-agent.tsx'
import { sendMessage } from '../../parts/choices/send-message.ts'
import { StrategySelect } from '../../parts/choices/strategy-choice.tsx'
import { type ComposerState, useComposer } from '../../parts/choices/use-composer.ts'
import { addImages, haveImages, keepImages } from '../../parts/mentions/add-images.ts'
import { AttachedList } from '../../parts/mentions/attached-list.tsx'
import { ImageList } from '../../parts/mentions/image-list.tsx'
import { useAttached } from '../../parts/mentions/use-attached.ts'
import { MessageBox } from '../../parts/message-box/message-box.tsx'
import { useSlash } from '../../parts/slash/use-slash.tsx'
import { TrustNotice } from '../../parts/strategy/trust-notice.tsx'
import { toastOnFailure } from '../../stores/report.ts'
import { useOpenQuestion } from '../../stores/runs/question-store.ts'
import { isUnderWay, queueOf, sendQueuedNow, takeBackQueued } from '../../stores/runs/runs.ts'
import { setUpComparison } from '../../stores/server-cache/comparisons.ts'
import { useReadOnly } from '../../stores/server-cache/read-only-project.ts'
import type { Draft } from '../../stores/session/draft-store.ts'
import { useEscape } from '../../stores/session/escape-store.ts'
import { useLowWindow } from '../../stores/session/low-window.ts'
import { useBranch } from '../../stores/session/turns.ts'
import { branchWorkspace, useBranchWorkspace, useCopy } from '../../stores/session/workspaces.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { cx } from '../../widgets/cx.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { keyLabel } from '../../widgets/keys.ts'
import { ClosedComposer } from './closed-composer.tsx'
import { ContextMeter } from './context-meter.tsx'
import { Queue } from './queue.tsx'
import { UsageFigure } from './usage-figure.tsx'
import { useSlashCommands } from './use-slash-commands.ts'

/** The message input, with the settings for the run. */
export function Composer() {
  return useReadOnly() ? <ClosedComposer /> : <OpenComposer />
}

function OpenComposer() {
  const composer = useComposer()
  const { draft, run, change } = composer
  const [failure, setFailure] = useState<Failure | null>(null)
  const underWay = isUnderWay(run)
  const low = useLowWindow()
  const asked = useOpenQuestion((state) => state.isOpen)
  const branch = useBranch()
  const sent = useMemo(() => branch.map((turn) => turn.message).reverse(), [branch])
  const workspaceId = useBranchWorkspace(composer.parentId, run)
  const attached = useAttached(draft.text, workspaceId)
  const slash = useSlash(draft.text, useSlashCommands(composer), (text, images) => {
    change({ text })
    keepImages(composer.key, images)
  })
  const takeFiles = (files: FileList) => {
    if (haveImages(files)) void addImages(composer.key, files)
  }
  const removeImage = (ref: string) => change({ images: (draft.images ?? []).filter((each) => each.ref !== ref) })
  const send = async () => {
    if (!slash.takeSend()) setFailure(await sendMessage(composer))
  }
  const sendAtOnce = async () => {
    if (slash.takeSend()) return
    const [first] = run === null || draft.text.trim() !== '' ? [] : queueOf(run.id)
    if (run !== null && first !== undefined) await toastOnFailure(sendQueuedNow(run.id, first))
    else setFailure(await sendMessage(composer, true))
  }
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
        {run !== null && <Queue runId={run.id} draftKey={composer.key} underWay={underWay} />}
        {draft.branch !== null && (
          <BranchNote parentId={draft.branch.parentId} onCancel={() => change({ branch: null })} />
        )}
        <p role="status" className={styles.note}>
          {slash.note}
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways to add an image */}
        <div
          className={cx(styles.frame, low && styles.oneRow)}
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes('Files')) event.preventDefault()
          }}
          onDrop={(event) => {
            if (!haveImages(event.dataTransfer.files)) return
            event.preventDefault()
            takeFiles(event.dataTransfer.files)
          }}
        >
          <MessageBox
            text={draft.text}
            placeholder={placeholderFor(underWay, low, asked)}
            sent={sent}
            onChange={(text) => change({ text })}
            onSend={send}
            slash={slash}
            onFiles={takeFiles}
            onSendNow={underWay ? sendAtOnce : undefined}
            onTakeBack={underWay ? () => takeBackQueued(run.id, composer.key) : undefined}
          />
          <div className={styles.attached}>
            <ImageList label="Images of this message" images={draft.images ?? []} onRemove={removeImage} />
            <AttachedList label="Attached to this message" items={attached} />
          </div>
          <ChoiceRow composer={composer} attached={attached} underWay={underWay} low={low} onSend={send} />
        </div>
      </div>
    </div>
  )
}

const charactersOf = (items: readonly Attached[]): number => items.reduce((sum, { characters }) => sum + characters, 0)

const askedText = `Answer above (${keyLabel('mod+Enter')}, or ${keyLabel('Escape')} for its keys), or add a message for after this step`

/** A low window has one line for it. */
function placeholderFor(underWay: boolean, low: boolean, asked: boolean): string {
  if (asked) return low ? 'Answer above, or add a message' : askedText
  if (underWay) return low ? 'Add a message' : 'Add a message for after the current step'
  return low ? 'Ask or describe a change' : 'Ask or describe a change. Type @ to mention a file, / for commands.'
}

/** Choosing a preset sets the models of its roles; choosing another strategy keeps the chosen models. */
function rolesFor(pick: StrategyPick | null): Partial<Draft> {
  return pick !== null && 'preset' in pick ? { roles: null } : {}
}

interface ChoiceRowProps {
  composer: ComposerState
  attached: readonly Attached[]
  underWay: boolean
  /** One row with the text; rarely used settings are in the options. */
  low: boolean
  onSend: () => void
}

function ChoiceRow({ composer, attached, underWay, low, onSend }: ChoiceRowProps) {
  const { choices, change, draft, run } = composer
  const approvalChoices = useApprovalChoices()
  const written = draft.text.trim() !== ''
  const model = (
    <ModelOrAgent
      choices={choices}
      onChange={(roles) => change({ roles })}
      onStrategy={(strategy) => change({ strategy })}
    />
  )
  const mode = (
    <Select
      name="Mode"
      side="top"
      look="quiet"
      value={choices.mode}
      choices={modeChoices}
      onChange={(next) => change({ mode: next })}
    />
  )
  return (
    <div className={styles.row}>
      <div className={styles.choices}>
        <StrategySelect
          choices={choices}
          onChange={(strategy) => change({ strategy, ...rolesFor(strategy) })}
          more={
            low && (
              <div className={styles.more}>
                {model}
                {mode}
              </div>
            )
          }
        />
        {!low && model}
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
        {!low && mode}
      </div>
      <div className={styles.send}>
        {(!underWay || !written) && (
          <ContextMeter run={run} draft={draft.text} attached={charactersOf(attached)} low={low} />
        )}
        {(!underWay || !written) && !low && <UsageFigure run={run} />}
        {underWay && <StopButton />}
        {!underWay && (
          <Button
            data-tour="compare"
            title="Run this message with several strategies, side by side"
            onClick={() => compare(composer)}
          >
            Compare
          </Button>
        )}
        {(!underWay || written) && (
          <Button
            look="primary"
            icon={<ArrowUp aria-hidden="true" />}
            disabled={!written}
            title={underWay ? sendTitle : undefined}
            onClick={onSend}
          >
            Send
          </Button>
        )}
      </div>
    </div>
  )
}

const sendTitle = `Delivered to the run after its current step. ${keyLabel('mod+Enter')} stops the run and sends it now.`

/** Escape is easily pressed by mistake, so the first press only says that a second one stops the run. */
function StopButton() {
  const armed = useEscape((state) => state.armed)
  const asked = useOpenQuestion((state) => state.isOpen)
  return (
    <>
      <span role="status" className={styles.armed}>
        {armed && 'Press Esc again to stop'}
      </span>
      <Button
        icon={<Square aria-hidden="true" fill="currentColor" />}
        // While a question is open, Escape goes to it.
        keys={asked ? 'mod+.' : 'Escape'}
        onClick={stopCurrentRun}
      >
        Stop
      </Button>
    </>
  )
}

/** Compares several strategies on the message. */
function compare({ draft, parentId, run }: ComposerState): void {
  const images = draft.images?.length ? { images: [...draft.images] } : {}
  setUpComparison({ kind: 'message', parentId, ...branchWorkspace(parentId, run), ...images }, draft.text)
}

function BranchNote({ parentId, onCancel }: { parentId: string | null; onCancel: () => void }) {
  const copy = useCopy(useBranchWorkspace(parentId, null))
  return (
    <div className={styles.branch} role="status">
      <GitBranch aria-hidden="true" />
      <span>This message starts a branch{copy === null ? '' : ' in an isolated copy'}. Later messages are kept.</span>
      <IconButton small label="Continue the latest turn instead" onClick={onCancel} side="top">
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
