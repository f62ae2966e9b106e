import { CircleX, History, ListPlus, StickyNote } from 'lucide-react'
import { z } from 'zod'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import { writtenOf } from '../../../../src-shared/mentions/attached.ts'
import { sentImagesOf } from '../../../../src-shared/mentions/sent-images.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { asSentence } from '../../../run/outcome/note-fallback.ts'
import { noteOf, noteText } from '../../../run/outcome/note-text.ts'
import { spanType } from '../../../run/span-names.ts'
import { ImageList } from '../../mentions/image-list.tsx'
import { AgentCard } from '../agents/agent-card.tsx'
import { AgentUpdateRow } from '../agents/agent-update-row.tsx'
import { CheckCard } from '../cards/check-card.tsx'
import { HookCard } from '../cards/hook-card.tsx'
import { QuestionCard } from '../cards/question-card.tsx'
import { useIsDocked } from '../dock/docked-run.ts'
import { WaitingLine } from '../dock/waiting-line.tsx'

/** A step of the strategy that is neither a model call nor a tool call. */
export function StepRow({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const docked = useIsDocked(runId)
  if (span.failure !== null && span.step !== 'check' && span.step !== 'hook' && span.step !== 'prompt-agent')
    return <FailedStep span={span} />
  switch (span.step) {
    case 'ask-user':
      return docked && span.state === 'waiting' ? (
        <WaitingLine>A question</WaitingLine>
      ) : (
        <QuestionCard runId={runId} span={span} />
      )
    case 'prompt-agent':
      return <AgentCard runId={runId} span={span} />
    case 'agent-update':
      return <AgentUpdateRow runId={runId} span={span} />
    case 'check':
      return <CheckCard runId={runId} span={span} />
    case 'hook':
      return <HookCard runId={runId} span={span} />
    case 'inbox':
      return <Inbox span={span} />
    case 'note':
      return <Note span={span} />
    case 'restore':
      return (
        <p className="chat-note">
          <History size={13} aria-hidden="true" />
          {span.endMs === null
            ? 'Restoring an earlier snapshot of the files'
            : 'Restored an earlier snapshot of the files'}
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
      {asSentence(`${spanType(span)} failed: ${span.failure?.message ?? ''}`)}
    </p>
  )
}

/** Messages that the user queued during the run, at the point where the run read them. */
function Inbox({ span }: { readonly span: StepSpan }) {
  const messages = z.array(z.string()).safeParse(span.answer).data ?? []
  return (
    <div className="chat-message">
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <div key={index} className="chat-bubble">
          <span className="unseen">You, while it worked: </span>
          {writtenOf(message)}
          <ImageList label="Images of the queued message" images={sentImagesOf(message)} />
        </div>
      ))}
      <p className="chat-note">
        <ListPlus size={13} aria-hidden="true" />
        queued message, delivered here
      </p>
    </div>
  )
}

function Note({ span }: { readonly span: StepSpan }) {
  return (
    <p className="chat-note">
      <StickyNote size={13} aria-hidden="true" />
      <bdi>{revealHidden(noteText(noteOf(span.ask)))}</bdi>
    </p>
  )
}
