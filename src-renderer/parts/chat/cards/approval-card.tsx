import { ShieldQuestion } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatChange } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../../../src-shared/model/tool.ts'
import { ask as askHost } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { mayTakeFocus } from '../focus.ts'
import { Body } from './tool-body.tsx'
import { useApprovalKeys } from './use-approval-keys.ts'

interface Props {
  readonly runId: string
  readonly path: string
  readonly ask: ApprovalAsk
}
/** Keys pressed within this time after the card appears are ignored as unintended, ms. */
const tooSoon = 400
type Decision = ApprovalAnswer['decision']
const keys: { readonly [key: string]: Decision } = { y: 'allow', a: 'always', n: 'deny' }

/**
 * Asks inline whether a call may run, and shows exactly what would run (T24). Not modal: the user can scroll, read and
 * type meanwhile. It takes the focus only if nothing is being typed.
 */
export function ApprovalCard(props: Props) {
  return useIsPlayedBack(props.runId) ? <AskedThen ask={props.ask} /> : <OpenApproval {...props} />
}

/** The same during playback: shown without controls. */
function AskedThen({ ask }: { readonly ask: ApprovalAsk }) {
  const about = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="chat-card chat-approval" role="group" aria-label="Approval requested" aria-describedby={about}>
      <AskDetails ask={ask} id={about} />
      <p className="chat-answers chat-note">At this point, the run waits for your answer.</p>
    </div>
  )
}

function OpenApproval({ runId, path, ask }: Props) {
  const [sent, setSent] = useState(false)
  const [note, setNote] = useState('')
  const dialog = useRef<HTMLDivElement>(null)
  const shownAt = useRef(performance.now())
  const about = useId()
  useEffect(() => {
    if (mayTakeFocus()) dialog.current?.focus({ preventScroll: true })
  }, [])
  const decide = async (decision: Decision) => {
    if (sent || (decision === 'always' && ask.rule === null)) return
    setSent(true)
    if (!(await toastOnFailure(askHost('run-approve', { runId, path, decision, note })))) setSent(false)
  }
  const take = (key: string): boolean => {
    const decision = keys[key]
    if (decision === undefined || performance.now() - shownAt.current < tooSoon) return false
    void decide(decision)
    return true
  }
  useApprovalKeys(dialog, take)
  const pressed = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.metaKey || event.ctrlKey || event.altKey) return
    if (!take(event.key.toLowerCase())) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={dialog}
      className="chat-card chat-approval"
      role="dialog"
      aria-modal="false"
      aria-label="Approve tool call"
      aria-describedby={about}
      tabIndex={-1}
      // F6 focuses this first because the run is waiting for it.
      data-focus-first=""
      onKeyDown={pressed}
    >
      <AskDetails ask={ask} id={about} />
      <Answers ask={ask} sent={sent} note={note} setNote={setNote} decide={(decision) => void decide(decision)} />
    </div>
  )
}

/** Everything that would run: the question's text, the command or path, and the change. */
function AskDetails({ ask, id }: { readonly ask: ApprovalAsk; readonly id: string }) {
  const { title, subject, preview, note } = ask
  return (
    <>
      <div id={id} className="chat-asked">
        <p>
          <ShieldQuestion size={15} aria-hidden="true" />
          <b>{revealHidden(title)}</b>
          <span className="chat-summary">{revealHidden(ask.tool)}</span>
          {preview.kind === 'diff' && <span className="figure">{formatChange(preview.added, preview.removed)}</span>}
        </p>
        {!title.includes(subject) && <pre className="chat-runs">{revealHidden(subject)}</pre>}
        {note !== undefined && <p className="chat-note">{note}</p>}
      </div>
      {preview.kind !== 'none' && preview.kind !== 'command' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <div className="chat-preview" tabIndex={0}>
          <Body body={preview} />
        </div>
      )}
    </>
  )
}

interface AnswersProps {
  readonly ask: ApprovalAsk
  readonly sent: boolean
  readonly note: string
  readonly setNote: (note: string) => void
  readonly decide: (decision: Decision) => void
}

function Answers({ ask, sent, note, setNote, decide }: AnswersProps) {
  const rule = ask.rule === null ? null : revealHidden(ask.rule.pattern)
  const keeps = rule === null ? '' : `Adds a rule for this project: ${ask.rule?.tool} ${rule}`
  return (
    <div className="chat-answers">
      <Button look="primary" keys="y" disabled={sent} onClick={() => decide('allow')}>
        Allow once
      </Button>
      {rule !== null && (
        <Button keys="a" disabled={sent} title={keeps} aria-description={keeps} onClick={() => decide('always')}>
          Always allow <code aria-hidden="true">{rule}</code>
        </Button>
      )}
      <Button look="quiet" keys="n" disabled={sent} onClick={() => decide('deny')}>
        Deny
      </Button>
      <input
        className="chat-deny-note"
        aria-label="Note to the model when denying"
        placeholder="Tell the agent why (optional)"
        maxLength={4000}
        value={note}
        disabled={sent}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && note.trim() !== '') decide('deny')
        }}
      />
    </div>
  )
}
