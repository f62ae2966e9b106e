import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { mayTakeFocus } from '../focus.ts'
import { useApprovalKeys } from './use-approval-keys.ts'

/** Sends an answer once. `sent`: it is on its way. */
export function useReply(runId: string, path: string): { sent: boolean; reply: (answer: string) => void } {
  const [sent, setSent] = useState(false)
  const send = async (answer: string) => {
    if (sent || answer.trim() === '') return
    setSent(true)
    if (!(await toastOnFailure(ask('run-answer', { runId, path, answer })))) setSent(false)
  }
  return { sent, reply: (answer) => void send(answer) }
}

interface Props {
  readonly label: string
  readonly icon: ReactNode
  readonly question: string
  /** What single keys do, anywhere in the conversation. */
  readonly keys: { readonly [key: string]: () => void }
  readonly children: ReactNode
}

/** The frame of a question that is more than a text: it takes the focus, and single keys answer it. */
export function QuestionFrame({ label, icon, question, keys, children }: Props) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (mayTakeFocus()) card.current?.focus({ preventScroll: true })
  }, [])
  const take = (key: string): boolean => {
    if (!Object.hasOwn(keys, key)) return false
    keys[key]?.()
    return true
  }
  useApprovalKeys(card, take)
  const pressed = (event: KeyboardEvent) => {
    const inText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (inText || event.metaKey || event.ctrlKey || event.altKey || !take(event.key.toLowerCase())) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={card}
      className="chat-card chat-approval"
      role="dialog"
      aria-modal="false"
      aria-label={label}
      tabIndex={-1}
      data-focus-first=""
      onKeyDown={pressed}
    >
      <div className="chat-asked">
        <p>
          {icon}
          <b>{question}</b>
        </p>
      </div>
      {children}
    </div>
  )
}
