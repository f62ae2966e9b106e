import { ShieldQuestion } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatChange } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../../../src-shared/model/tool.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { decideCall } from '../dock/decide-call.ts'
import { DenyNote } from './deny-note.tsx'
import { QuestionFrame } from './question-frame.tsx'
import { Body } from './tool-body.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly ask: ApprovalAsk
  /** Its place among several open questions, in words. */
  readonly place?: string | undefined
}
type Decision = ApprovalAnswer['decision']

/** Asks whether a call may run, and shows exactly what would run (T24). */
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

function OpenApproval({ runId, path, ask, place }: Props) {
  const [sent, setSent] = useState(false)
  const [note, setNote] = useState('')
  const always = useRef<HTMLButtonElement>(null)
  const about = useId()
  const { preview } = ask
  // Of a long run, what is asked about may still be loading: nothing is allowed unseen.
  const isUnseen = preview.kind === 'diff' && preview.patch === '' && preview.added + preview.removed > 0
  const decide = async (decision: Decision) => {
    if (sent || (isUnseen && decision !== 'deny')) return
    setSent(true)
    if (!(await decideCall({ runId, path, decision, note }))) setSent(false)
  }
  const keys = {
    y: () => void decide('allow'),
    n: () => void decide('deny'),
    // What is allowed for good is never allowed by one key: Enter on the button, which names the rule, does it.
    ...(ask.rule !== null && { a: () => always.current?.focus() }),
  }
  return (
    <QuestionFrame label="Approve tool call" name={path} about={about} keys={keys} primary={keys.y}>
      <AskDetails ask={ask} id={about} place={place} />
      <div className="chat-answers">
        <Button look="primary" keys="y" disabled={sent || isUnseen} onClick={() => void decide('allow')}>
          Allow once
        </Button>
        <AlwaysAllow rule={ask.rule} sent={sent || isUnseen} button={always} onChoose={() => void decide('always')} />
        <Button look="quiet" keys="n" disabled={sent} onClick={() => void decide('deny')}>
          Deny
        </Button>
        <DenyNote note={note} sent={sent} onChange={setNote} onDeny={() => void decide('deny')} />
      </div>
    </QuestionFrame>
  )
}

interface DetailsProps {
  readonly ask: ApprovalAsk
  readonly id: string
  readonly place?: string | undefined
}

/** Everything that would run: the question's text, the command or path, and the change. */
function AskDetails({ ask, id, place }: DetailsProps) {
  const { title, subject, preview, note } = ask
  return (
    <>
      <div id={id} className="chat-asked">
        <p>
          <ShieldQuestion size={15} aria-hidden="true" />
          <b>{revealHidden(title)}</b>
          <span className="chat-summary">{revealHidden(ask.tool)}</span>
          {preview.kind === 'diff' && <span className="figure">{formatChange(preview.added, preview.removed)}</span>}
          {place !== undefined && <span className="chat-place">{place}</span>}
        </p>
        {!title.includes(subject) && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
          <pre className="chat-runs" tabIndex={0}>
            {revealHidden(subject)}
          </pre>
        )}
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

interface AlwaysProps {
  readonly rule: ApprovalAsk['rule']
  readonly sent: boolean
  readonly button: React.RefObject<HTMLButtonElement | null>
  readonly onChoose: () => void
}

/** The rule is in the button, and in words as soon as a key has reached it. */
function AlwaysAllow({ rule, sent, button, onChoose }: AlwaysProps) {
  const [reached, setReached] = useState(false)
  if (rule === null) return null
  const pattern = revealHidden(rule.pattern)
  const keeps = `Adds a rule for this project: ${rule.tool} ${pattern}`
  return (
    <>
      <Button
        ref={button}
        keys="a"
        disabled={sent}
        title={keeps}
        aria-description={keeps}
        onClick={onChoose}
        onFocus={({ target }) => setReached(target.matches(':focus-visible'))}
        onBlur={() => setReached(false)}
      >
        Always allow <code>{pattern}</code>
      </Button>
      {reached && <span className="chat-note chat-confirm">{keeps}. Press Enter to confirm.</span>}
    </>
  )
}
