import { useEffect } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { isPaused } from '../../../../src-shared/run/view/pause.ts'
import type { Span } from '../../../../src-shared/run/view/run-view.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { useOpenQuestion } from '../../../stores/runs/question-store.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { useWholeSpan } from '../../../stores/runs/whole-spans.ts'
import { FileLinksIn } from '../../files/file-links-in.tsx'
import { ApprovalCard } from '../cards/approval-card.tsx'
import { PauseCard } from '../cards/pause-card.tsx'
import { QuestionCard } from '../cards/question-card.tsx'
import { EditList } from './edit-list.tsx'
import { openQuestions } from './open-questions.ts'

interface Props {
  readonly run: Run
  /** Whether the composer is below it. */
  readonly aboveComposer: boolean
}

/**
 * What a run waits for, below its rows, so that it is in sight however long they are: one question at a time, the
 * oldest first. A long change or text scrolls inside it; what is asked and the answers stay.
 */
export function QuestionDock({ run, aboveComposer }: Props) {
  const view = useRunOutline(run.id)
  const past = useIsPlayedBack(run.id)
  const questions = view === null || past ? [] : openQuestions(view)
  const [first] = questions
  const isOpen = first !== undefined
  useEffect(() => {
    if (!aboveComposer || !isOpen) return
    useOpenQuestion.setState({ isOpen: true })
    return () => useOpenQuestion.setState({ isOpen: false })
  }, [aboveComposer, isOpen])
  if (first === undefined) return null
  const place = questions.length > 1 ? `1 of ${questions.length}` : undefined
  return (
    <div className="chat-dock">
      <FileLinksIn run={run}>
        {first.kind === 'edits' ? (
          <EditList runId={run.id} edits={first.edits} place={place} />
        ) : (
          <OneQuestion key={first.span.path} runId={run.id} span={first.span} place={place} />
        )}
      </FileLinksIn>
    </div>
  )
}

interface OneProps {
  readonly runId: string
  readonly span: Span
  readonly place: string | undefined
}

function OneQuestion({ runId, span, place }: OneProps) {
  const whole = useWholeSpan(runId, span) ?? span
  if (whole.pause !== undefined && isPaused(whole))
    return <PauseCard runId={runId} path={whole.path} pause={whole.pause} />
  if (whole.kind === 'tool' && whole.approval !== null)
    return <ApprovalCard runId={runId} path={whole.path} ask={whole.approval.ask} place={place} />
  return whole.kind === 'step' ? <QuestionCard runId={runId} span={whole} /> : null
}
