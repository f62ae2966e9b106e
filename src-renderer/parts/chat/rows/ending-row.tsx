import { CircleSlash } from 'lucide-react'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { Alert, FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { ContinueButton, ResumeButton } from '../../playback/run-actions.tsx'
import { AnswerCard } from '../cards/answer-card.tsx'
import { DoIt } from '../cards/do-it.tsx'
import { NextSteps } from '../cards/next-steps.tsx'
import { answerPath } from '../folds/answer-path.ts'
import { useFolded } from '../folds/use-folded.ts'
import { InterruptedBanner } from '../interrupted-banner.tsx'
import { FailureActions } from './failure-actions.tsx'
import { useInComparison } from './in-comparison.ts'
import { isCutAnswer } from './model-text.ts'
import { RunFooter } from './run-footer.tsx'
import { Selectable } from './run-row.tsx'

const damaged = {
  message: 'Part of this run was damaged on disk, so what you see may be wrong or incomplete.',
  advice: 'This run can’t be resumed. Restore a backup of the data folder to repair it, or send the message again.',
} as const

/** The end of a run: how it ended, if that needs saying, and its figures. */
export function EndingRow({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const view = useRunOutline(run.id)
  const compared = useInComparison()
  const folded = useFolded(run.id)
  // The projection may be one message ahead of the log, or behind it.
  const ended = run.status !== 'running' && run.status !== 'waiting'
  if (!ended) return null
  if (folded && run.status === 'completed' && run.text.trim() !== '') return <FoldedEnding run={run} turn={turn} />
  const cut = view?.spans.some((span) => span.kind === 'model' && isCutAnswer(span)) ?? false
  const failure = run.failure ?? view?.failure ?? null
  return (
    <div className="chat-ending">
      {view !== undefined && view !== null && <OwnAnswer view={view} />}
      {(run.damaged !== undefined || (view?.damaged ?? 0) > 0) && <Alert level="warning" {...damaged} />}
      {run.status === 'failed' && failure !== null && (
        <FailureAlert failure={failure} actions={<FailureActions failure={failure} run={run} turn={turn} />} />
      )}
      {run.status === 'interrupted' && <InterruptedBanner run={run} turn={turn} />}
      {run.status === 'aborted' && (
        <p className="chat-note">
          <CircleSlash size={13} aria-hidden="true" />
          {cut ? 'All that was written and done is kept.' : 'Stopped here. Work done so far is kept.'}
          {!compared && <ResumeButton run={run} />}
          {!compared && <ContinueButton run={run} turn={turn} />}
        </p>
      )}
      <RunFooter run={run} turn={turn} />
      <DoIt run={run} turn={turn} />
    </div>
  )
}

/** The end of a folded run: its answer as a card, and suggestions for what to try next. */
function FoldedEnding({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const view = useRunOutline(run.id)
  const path = view === null ? null : answerPath(view)
  return (
    <div className="chat-ending">
      {(run.damaged !== undefined || (view?.damaged ?? 0) > 0) && <Alert level="warning" {...damaged} />}
      <Selectable runId={run.id} path={path ?? ''} indent={0} plain={path === null}>
        <AnswerCard run={run} turn={turn} />
      </Selectable>
      <DoIt run={run} turn={turn} />
      <NextSteps run={run} turn={turn} />
    </div>
  )
}

/** An answer that the strategy wrote itself, so that no model call above shows it. */
function OwnAnswer({ view }: { readonly view: RunView }) {
  const text = view.text.trim()
  if (text === '' || answerPath(view) !== null || view.status !== 'completed') return null
  return (
    <div className="chat-model">
      <StreamedMarkdown text={text} streaming={false} />
    </div>
  )
}
