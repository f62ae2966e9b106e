import { ShieldQuestion } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ApprovalAnswer, ApprovalAsk } from '../../../src-shared/tool.ts'
import { ask as askHost } from '../../host.ts'
import { carryOut } from '../../stores/report.ts'
import { Button } from '../../widgets/button.tsx'
import { revealHidden } from '../../widgets/markdown/hidden-characters.ts'
import { isTyping } from './focus.ts'
import { Body } from './tool-body.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly ask: ApprovalAsk
}
/** Keys pressed this soon after it appears were meant for something else, ms. */
const tooSoon = 400
type Decision = ApprovalAnswer['decision']
const keys: { readonly [key: string]: Decision } = { y: 'allow', a: 'always', n: 'deny' }

/**
 * Asks in place whether a call may run, and shows just what would run (T24). It is no modal: the reader may
 * scroll, read and type meanwhile. It takes the focus only where nobody is typing.
 */
export function ApprovalCard({ runId, path, ask }: Props) {
  const [sent, setSent] = useState(false)
  const [note, setNote] = useState('')
  const dialog = useRef<HTMLDivElement>(null)
  const shownAt = useRef(performance.now())
  const about = useId()
  useEffect(() => {
    if (!isTyping()) dialog.current?.focus({ preventScroll: true })
  }, [])
  const decide = async (decision: Decision) => {
    if (sent || (decision === 'always' && ask.rule === null)) return
    setSent(true)
    if (!(await carryOut(askHost('run-approve', { runId, path, decision, note })))) setSent(false)
  }
  const pressed = (event: KeyboardEvent) => {
    const decision = keys[event.key.toLowerCase()]
    if (event.target instanceof HTMLInputElement || event.metaKey || event.ctrlKey || event.altKey) return
    if (decision === undefined || event.timeStamp - shownAt.current < tooSoon) return
    event.preventDefault()
    event.stopPropagation()
    void decide(decision)
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
      onKeyDown={pressed}
    >
      <div id={about} className="chat-asked">
        <p>
          <ShieldQuestion size={15} aria-hidden="true" />
          <b>{ask.title}</b>
          <span className="chat-summary">{ask.tool}</span>
        </p>
        <pre className="chat-runs">{revealHidden(ask.subject)}</pre>
      </div>
      {ask.preview.kind !== 'none' && ask.preview.kind !== 'command' && (
        <div className="chat-preview">
          <Body body={ask.preview} />
        </div>
      )}
      <div className="chat-answers">
        <Button look="primary" keys="y" disabled={sent} onClick={() => void decide('allow')}>
          Allow once
        </Button>
        {ask.rule !== null && (
          <Button
            keys="a"
            aria-label="Always allow"
            disabled={sent}
            title={ruleWords(ask)}
            onClick={() => void decide('always')}
          >
            Always allow <code>{revealHidden(ask.rule.pattern)}</code>
          </Button>
        )}
        <Button look="quiet" keys="n" disabled={sent} onClick={() => void decide('deny')}>
          Deny
        </Button>
        <input
          className="chat-deny-note"
          aria-label="Note to the model when denying"
          placeholder="Why not, for the model (optional)"
          maxLength={4000}
          value={note}
          disabled={sent}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && note.trim() !== '') void decide('deny')
          }}
        />
      </div>
    </div>
  )
}

function ruleWords(ask: ApprovalAsk): string {
  return ask.rule === null ? '' : `Keeps a rule for this project: ${ask.rule.tool} ${revealHidden(ask.rule.pattern)}`
}
