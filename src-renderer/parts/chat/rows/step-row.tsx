import { CircleX, History, ListPlus, StickyNote } from 'lucide-react'
import { z } from 'zod'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { CheckCard } from '../cards/check-card.tsx'
import { QuestionCard } from '../cards/question-card.tsx'

/** A step of the strategy that is neither a model call nor a tool call. */
export function StepRow({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  if (span.failure !== null && span.step !== 'check') return <FailedStep span={span} />
  switch (span.step) {
    case 'ask-user':
      return <QuestionCard runId={runId} span={span} />
    case 'check':
      return <CheckCard runId={runId} span={span} />
    case 'inbox':
      return <Inbox span={span} />
    case 'note':
      return <Note span={span} />
    case 'restore':
      return (
        <p className="chat-note">
          <History size={13} aria-hidden="true" />
          {span.endMs === null
            ? 'Bringing back the files of an earlier snapshot'
            : 'Brought back the files of an earlier snapshot'}
        </p>
      )
    case 'snapshot':
    case 'changes':
    case 'random':
    case 'read-clock':
      return null
    default:
      return assertNever(span.step)
  }
}

function FailedStep({ span }: { readonly span: StepSpan }) {
  return (
    <p className="chat-note bad">
      <CircleX size={13} aria-hidden="true" />
      {span.step} failed: {span.failure?.message}
    </p>
  )
}

/** Messages the user queued while the run worked, where it took them up. */
function Inbox({ span }: { readonly span: StepSpan }) {
  const messages = z.array(z.string()).safeParse(span.answer).data ?? []
  return (
    <div className="chat-message">
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <div key={index} className="chat-bubble">
          <span className="unseen">You, while it worked: </span>
          {message}
        </div>
      ))}
      <p className="chat-note">
        <ListPlus size={13} aria-hidden="true" />
        queued, taken up here
      </p>
    </div>
  )
}

const noted = z.object({ title: z.string(), data: z.record(z.string(), z.unknown()).default({}) })

function Note({ span }: { readonly span: StepSpan }) {
  const note = noted.safeParse(span.ask).data ?? { title: 'Note', data: {} }
  const facts = Object.entries(note.data).map(([name, value]) => `${name} ${factText(value)}`)
  return (
    <p className="chat-note">
      <StickyNote size={13} aria-hidden="true" />
      <span>
        <bdi>{revealHidden(note.title)}</bdi>{' '}
        {facts.length > 0 && <span className="figure">{revealHidden(facts.join(' · ')).slice(0, 300)}</span>}
      </span>
    </p>
  )
}

/** Of a list only how long it is: the line is a summary, and the inspector has it whole. */
function factText(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000)
  if (Array.isArray(value)) return String(value.length)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
