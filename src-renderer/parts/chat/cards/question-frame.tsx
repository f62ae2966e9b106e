import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { type QuestionKeys, useQuestionKeys } from '../dock/use-question-keys.ts'
import { mayTakeFocus } from '../focus.ts'

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

interface Props extends QuestionKeys {
  readonly label: string
  /** Changes with what is asked. */
  readonly name: string
  readonly children: ReactNode
  /** Id of the element that says what is asked. */
  readonly about?: string
  readonly className?: string
  readonly frame?: RefObject<HTMLDivElement | null>
}

/**
 * The frame of every question to the user (T24). Not modal: the user can scroll, read and type meanwhile. It takes the
 * focus only if nothing is being typed.
 */
export function QuestionFrame({ label, name, keys, primary, about, className = '', frame, children }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const card = frame ?? own
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus again.
  useEffect(() => {
    if (mayTakeFocus()) card.current?.focus({ preventScroll: true })
  }, [name])
  useQuestionKeys(card, name, { keys, primary })
  return (
    <div
      ref={card}
      className={`chat-card chat-approval ${className}`}
      role="dialog"
      aria-modal="false"
      aria-label={label}
      aria-describedby={about}
      tabIndex={-1}
      data-question=""
      // F6 focuses this first because the run is waiting for it.
      data-focus-first=""
    >
      {children}
    </div>
  )
}

/** What is asked, in the first line of the frame. */
export function AskedLine({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="chat-asked">
      <p>
        {icon}
        {children}
      </p>
    </div>
  )
}
