import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { PauseAction } from '../../../../src-shared/run/debug/pause-events.ts'
import { plannedText, reasonText } from '../../../../src-shared/run/debug/pause-text.ts'
import type { Pause } from '../../../../src-shared/run/view/run-view.ts'
import { answerTemplate, contentText, isAnswerable, noDraft, type PauseDraft } from '../../../run/pause-edit.ts'
import { proceed, setPauseDraft, usePauseDraft } from '../../../stores/runs/pause-store.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { PauseEditor } from './pause-editor.tsx'
import { AskedLine, QuestionFrame } from './question-frame.tsx'
import { RunTo } from './run-to.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly pause: Pause
}

/** A run that is paused before a step: why, at which step, and how it continues. */
export function PauseCard(props: Props) {
  return useIsPlayedBack(props.runId) ? <PausedThen pause={props.pause} /> : <OpenPause {...props} />
}

function PausedThen({ pause }: { readonly pause: Pause }) {
  return (
    <p className="chat-note warn">
      <CirclePause size={13} aria-hidden="true" />
      At this point, the run is paused before {plannedText(pause.step)}.
    </p>
  )
}

function OpenPause({ runId, path, pause }: Props) {
  const { answer } = useAnswer('pause-read', { runId, path })
  const content = answer.state === 'ready' ? answer.value : null
  const draft = usePauseDraft(runId, path)
  const [problem, setProblem] = useState<string | undefined>()
  const [sent, setSent] = useState(false)
  const start = content === null ? null : contentText(content)
  const continueWith = async (action: PauseAction) => {
    if (sent || content === null) return
    setSent(true)
    const why = await proceed(runId, path, content, action)
    if (why === null) return
    setProblem(why)
    setSent(false)
  }
  const go = (kind: 'step' | 'step-over' | 'continue') => () => void continueWith({ kind })
  const write = (next: PauseDraft) => {
    setPauseDraft(runId, path, next)
    setProblem(undefined)
  }
  const editStep = () => write(draft.editing === 'step' ? noDraft : { editing: 'step', text: null })
  const answerIt = () =>
    content !== null &&
    write(draft.editing === 'answer' ? noDraft : { editing: 'answer', text: answerTemplate(content), calls: [] })
  const keys = { s: go('step'), o: go('step-over'), c: go('continue'), ...(start !== null && { e: editStep }) }
  const off = sent || content === null
  return (
    <QuestionFrame label="Run paused" name={path} keys={keys} primary={keys.c}>
      <AskedLine icon={<CirclePause size={15} aria-hidden="true" />}>
        <b>{`Paused before ${plannedText(pause.step)}`}</b>
      </AskedLine>
      <p className="chat-note">{reasonText(pause.reason)}</p>
      <PauseSource source={pause.source} />
      {content !== null && <PauseEditor content={content} draft={draft} problem={problem} onChange={write} />}
      <div className="chat-answers">
        <Button look="primary" keys="c" disabled={off} onClick={go('continue')}>
          Continue
        </Button>
        <Button keys="s" disabled={off} onClick={go('step')}>
          Step
        </Button>
        <Button keys="o" disabled={off} onClick={go('step-over')}>
          Step over
        </Button>
        <RunTo {...{ runId, path, content }} disabled={off} onChoose={(action) => void continueWith(action)} />
        {start !== null && (
          <Button look="quiet" keys="e" disabled={off} onClick={editStep}>
            {draft.editing === 'step' ? 'Discard the edit' : 'Edit'}
          </Button>
        )}
        {content !== null && isAnswerable(content) && (
          <Button look="quiet" disabled={off} onClick={answerIt}>
            {draft.editing === 'answer' ? 'Discard the answer' : 'Answer by hand'}
          </Button>
        )}
      </div>
    </QuestionFrame>
  )
}

/** The line that asked for the step, or why it is not known. */
function PauseSource({ source }: Pick<Pause, 'source'>) {
  if (source === null) return null
  if ('unknown' in source) return <p className="chat-note">{source.unknown}</p>
  return (
    <pre className="chat-source">
      <span>
        {source.file}:{source.line}
      </span>
      <code>{source.text.trim()}</code>
    </pre>
  )
}
