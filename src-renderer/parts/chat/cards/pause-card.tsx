import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { failureFrom } from '../../../../src-shared/base/failure.ts'
import type { Breakpoint } from '../../../../src-shared/run/debug/breakpoint.ts'
import type { PauseAction, PausedContent, PauseEdit } from '../../../../src-shared/run/debug/pause-events.ts'
import { plannedText, reasonText } from '../../../../src-shared/run/debug/pause-text.ts'
import type { Pause } from '../../../../src-shared/run/view/run-view.ts'
import { ask } from '../../../host/host.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { contentText, readEdit } from './paused-content.ts'
import { QuestionFrame } from './question-frame.tsx'

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

type Editing = 'no' | 'step' | 'answer'

function OpenPause({ runId, path, pause }: Props) {
  const { answer } = useAnswer('pause-read', { runId, path })
  const content = answer.state === 'ready' ? answer.value : null
  const [editing, setEditing] = useState<Editing>('no')
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [sent, setSent] = useState(false)
  const start = content === null ? null : contentText(content)
  const proceed = async (action: PauseAction) => {
    if (sent) return
    const read = editOf(editing, content, text ?? start)
    if (!read.ok) return setProblem(read.problem)
    setSent(true)
    try {
      await ask('pause-answer', { runId, path, answer: { action, edit: read.edit } })
    } catch (thrown) {
      setProblem(failureFrom(thrown).message)
      setSent(false)
    }
  }
  const go = (kind: 'step' | 'step-over' | 'continue') => () => void proceed({ kind })
  const edit = (next: Editing) => () => {
    setEditing(editing === next ? 'no' : next)
    setText(null)
    setProblem(undefined)
  }
  const keys = { s: go('step'), o: go('step-over'), c: go('continue'), e: edit('step') }
  return (
    <QuestionFrame
      label="Run paused"
      icon={<CirclePause size={15} aria-hidden="true" />}
      question={`Paused before ${plannedText(pause.step)}`}
      keys={keys}
    >
      <p className="chat-note">{reasonText(pause.reason)}</p>
      {pause.source !== null && (
        <pre className="chat-runs">
          {pause.source.file}:{pause.source.line} {pause.source.text.trim()}
        </pre>
      )}
      {editing !== 'no' && (
        <TextArea
          label={editing === 'step' ? 'The step as it will be performed' : 'Your answer in place of the step'}
          problem={problem}
          mono
          rows={10}
          value={text ?? (editing === 'step' ? (start ?? '') : '')}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
        />
      )}
      {editing === 'no' && problem !== undefined && <p className="chat-note bad">{problem}</p>}
      <div className="chat-answers">
        <Button look="primary" keys="c" disabled={sent} onClick={keys.c}>
          Continue
        </Button>
        <Button keys="s" disabled={sent} onClick={keys.s}>
          Step
        </Button>
        <Button keys="o" disabled={sent} onClick={keys.o}>
          Step over
        </Button>
        <RunTo onChoose={(at) => void proceed({ kind: 'run-to', at })} />
        <Button look="quiet" keys="e" disabled={sent || start === null} onClick={keys.e}>
          {editing === 'step' ? 'Discard the edit' : 'Edit'}
        </Button>
        <Button look="quiet" disabled={sent} onClick={edit('answer')}>
          {editing === 'answer' ? 'Discard the answer' : 'Answer by hand'}
        </Button>
      </div>
    </QuestionFrame>
  )
}

const points = {
  tool: { on: 'step', kind: 'run-tool' },
  model: { on: 'step', kind: 'call-model' },
  check: { on: 'step', kind: 'check' },
  phase: { on: 'phase', name: '*' },
} as const satisfies { readonly [name: string]: Breakpoint }
type Point = keyof typeof points

function RunTo({ onChoose }: { readonly onChoose: (at: Breakpoint) => void }) {
  return (
    <Select<Point | 'none'>
      name="Run to"
      value="none"
      choices={[
        { value: 'none', label: 'Run to…' },
        { value: 'tool', label: 'Next tool call' },
        { value: 'model', label: 'Next model call' },
        { value: 'check', label: 'Next check' },
        { value: 'phase', label: 'Next phase' },
      ]}
      onChange={(point) => {
        if (point !== 'none') onChoose(points[point])
      }}
    />
  )
}

type Edit = { readonly ok: true; readonly edit: PauseEdit | null } | { readonly ok: false; readonly problem: string }

/** An editor whose text is as it was edits nothing. */
function editOf(editing: Editing, content: PausedContent | null, text: string | null): Edit {
  if (editing === 'no' || content === null || text === null) return { ok: true, edit: null }
  if (editing === 'answer') return { ok: true, edit: { kind: 'answer', answer: { text, calls: [] } } }
  return text === contentText(content) ? { ok: true, edit: null } : readEdit(content, text)
}
