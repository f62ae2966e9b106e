import { ArrowDown, ArrowUp, ListChecks, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Question } from '../../../../src-shared/model/question.ts'
import type { PlanStep } from '../../../run/outcome/own-results.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { PlanCard } from './plan-card.tsx'
import { AskedLine, QuestionFrame, useReply } from './question-frame.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly question: Question
  readonly plan: readonly PlanStep[]
}

/** A plan before it is carried out: as it is, edited, with a wish for the planner, or not at all. */
export function PlanApproval({ runId, path, question, plan }: Props) {
  const [edited, setEdited] = useState<readonly PlanStep[] | null>(null)
  const { sent, reply } = useReply(runId, path)
  const [stop = '', carryOut = ''] = question.options
  const steps = edited?.filter(({ goal }) => goal.trim() !== '') ?? plan
  const answers = {
    y: () => {
      if (steps.length > 0) reply(isSame(steps, plan) ? carryOut : planText(steps))
    },
    e: () => setEdited(edited === null ? plan : null),
    n: () => reply(stop),
  }
  return (
    <QuestionFrame label="Approve plan" name={path} keys={answers} primary={answers.y}>
      <AskedLine icon={<ListChecks size={15} aria-hidden="true" />}>
        <b>{question.question}</b>
      </AskedLine>
      {edited === null ? <PlanCard steps={plan} /> : <EditedSteps steps={edited} onChange={setEdited} />}
      <div className="chat-answers">
        <Button look="primary" keys="y" disabled={sent || steps.length === 0} onClick={answers.y}>
          {isSame(steps, plan) ? carryOut : 'Carry out the edited plan'}
        </Button>
        <Button keys="e" disabled={sent} onClick={answers.e}>
          {edited === null ? 'Edit' : 'Back to the plan as it was'}
        </Button>
        <Button keys="n" disabled={sent} onClick={answers.n}>
          {stop}
        </Button>
        <Wish sent={sent} reply={reply} />
      </div>
    </QuestionFrame>
  )
}

function Wish({ sent, reply }: { readonly sent: boolean; readonly reply: (wish: string) => void }) {
  const [wish, setWish] = useState('')
  return (
    <form
      className="chat-words"
      onSubmit={(event) => {
        event.preventDefault()
        reply(wish)
      }}
    >
      <input
        aria-label="Changes for the planner"
        placeholder="Or say what the planner should change"
        value={wish}
        disabled={sent}
        onChange={(event) => setWish(event.target.value)}
      />
      <Button type="submit" disabled={sent || wish.trim() === ''}>
        Ask for it
      </Button>
    </form>
  )
}

interface EditedStepsProps {
  readonly steps: readonly PlanStep[]
  readonly onChange: (steps: readonly PlanStep[]) => void
}

function EditedSteps({ steps, onChange }: EditedStepsProps) {
  const change = (at: number, part: Partial<PlanStep>) =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...part } : step)))
  const move = (at: number, by: -1 | 1) => {
    const step = steps[at]
    if (step !== undefined) onChange(steps.toSpliced(at, 1).toSpliced(at + by, 0, step))
  }
  return (
    <ol className="chat-plan-edited">
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step's number is its identity, and its fields are controlled.
        <li key={at}>
          <TextArea
            label={`Step ${at + 1}`}
            rows={1}
            value={step.goal}
            onChange={(event) => change(at, { goal: event.target.value })}
          />
          <TextArea
            label={`Step ${at + 1} is done when`}
            rows={1}
            value={step.done}
            onChange={(event) => change(at, { done: event.target.value })}
          />
          <span className="chat-plan-tools">
            <IconButton small label={`Move step ${at + 1} up`} disabled={at === 0} onClick={() => move(at, -1)}>
              <ArrowUp aria-hidden="true" />
            </IconButton>
            <IconButton
              small
              label={`Move step ${at + 1} down`}
              disabled={at === steps.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown aria-hidden="true" />
            </IconButton>
            <IconButton small label={`Remove step ${at + 1}`} onClick={() => onChange(steps.toSpliced(at, 1))}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </span>
        </li>
      ))}
      <li>
        <Button
          small
          look="quiet"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...steps, { goal: '', done: '' }])}
        >
          Add a step
        </Button>
      </li>
    </ol>
  )
}

const isSame = (one: readonly PlanStep[], other: readonly PlanStep[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** As the strategy reads it. */
const planText = (steps: readonly PlanStep[]): string =>
  JSON.stringify({ steps: steps.map(({ goal, done }) => ({ goal, done: done.trim() || 'The goal is achieved.' })) })
