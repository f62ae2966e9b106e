import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { formField, limitAsk, type Question, question as questionShape } from '../../../../src-shared/model/question.ts'
import { askedLimit } from '../../../../src-shared/run/limit-question.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { LinkButton } from '../../../widgets/controls/link-button.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { enteredText, FormAnswers } from './form-answers.tsx'
import { LimitQuestion } from './limit-question.tsx'
import { PlanApproval } from './plan-approval.tsx'
import { PlanCard } from './plan-card.tsx'
import { QuestionFrame, useReply } from './question-frame.tsx'

/** A question from the agent or the strategy to the user, with suggested answers and a free-text field. */
export function QuestionCard({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const question = questionOf(span)
  // During playback no question waits, whatever its state was then.
  const past = useIsPlayedBack(runId)
  const waits = span.state === 'waiting'
  const open = waits && !past
  const { plan, limit } = question
  const limited = limit === undefined ? null : askedLimit(limit.name)
  if (open && plan !== undefined) return <PlanApproval runId={runId} path={span.path} question={question} plan={plan} />
  if (open && limit !== undefined && limited !== null)
    return <LimitQuestion runId={runId} path={span.path} question={question} limit={limit} name={limited} />
  const asked = (
    <div className="chat-asked">
      <CircleHelp size={15} aria-label="Question to you" />
      <StreamedMarkdown text={question.question} streaming={false} />
    </div>
  )
  if (open) {
    const form = question.form
    return (
      <QuestionFrame label="Question to you" name={span.path} keys={noKeys} primary={null} className="chat-question">
        {asked}
        {form === undefined ? (
          <Answers runId={runId} path={span.path} question={question} />
        ) : (
          <FormAnswers runId={runId} path={span.path} question={question} form={form} />
        )}
      </QuestionFrame>
    )
  }
  return (
    <div className="chat-card chat-question">
      {asked}
      {waits ? (
        <p className="chat-note">At this point, the run waits for your answer.</p>
      ) : (
        <Answered span={span} question={question} />
      )}
    </div>
  )
}

/** Answers in words, and forms, are given by their own buttons. */
const noKeys = {}

function Answers({
  runId,
  path,
  question,
}: {
  readonly runId: string
  readonly path: string
  readonly question: Question
}) {
  const { sent, reply } = useReply(runId, path)
  return (
    <div className="chat-answers">
      {question.options.map((option) =>
        question.link !== undefined && option === question.options.at(-1) && !sent ? (
          <LinkButton key={option} href={question.link} onOpen={() => reply(option)}>
            Open {new URL(question.link).host}
          </LinkButton>
        ) : (
          <Button key={option} disabled={sent} onClick={() => reply(option)}>
            {option}
          </Button>
        ),
      )}
      {question.freeText && <OwnText also={question.options.length > 0} sent={sent} reply={reply} />}
    </div>
  )
}

interface OwnWordsProps {
  /** Whether suggested answers are shown above it. */
  readonly also: boolean
  readonly sent: boolean
  readonly reply: (words: string) => void
}

function OwnText({ also, sent, reply }: OwnWordsProps) {
  const [words, setWords] = useState('')
  return (
    <form
      className="chat-words"
      onSubmit={(event) => {
        event.preventDefault()
        reply(words)
      }}
    >
      <input
        aria-label="Your answer"
        placeholder={also ? 'Or type your own answer' : 'Your answer'}
        value={words}
        disabled={sent}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={sent || words.trim() === ''}>
        Answer
      </Button>
    </form>
  )
}

function Answered({ span, question }: { readonly span: StepSpan; readonly question: Question }) {
  const answer = answerOf(span)
  const edited = question.plan === undefined ? null : editedPlan(answer ?? '')
  if (edited !== null)
    return (
      <>
        <p className="chat-note">You edited the plan:</p>
        <PlanCard steps={edited} />
      </>
    )
  if (question.form !== undefined && answer !== null) {
    const entered = enteredText(question.form, answer)
    return <p className="chat-note chat-entered">{entered === null ? 'You declined.' : `You sent:\n${entered}`}</p>
  }
  if (answer === null || answer === '') return <p className="chat-note">Not answered.</p>
  return (
    <p className="chat-note">
      You answered: <b>{answer}</b>
    </p>
  )
}

const planSteps = z.array(z.object({ goal: z.string(), done: z.string() }))
const askedQuestion = z.object({
  question: z.string(),
  options: z.array(z.string()).default([]),
  freeText: z.boolean().optional(),
  plan: planSteps.optional(),
  limit: limitAsk.optional(),
  form: z.array(formField).readonly().optional(),
  link: questionShape.shape.link,
})

/** The plan in an answer that is one; a wish for the planner is not. */
function editedPlan(answer: string): z.infer<typeof planSteps> | null {
  try {
    return z.object({ steps: planSteps }).parse(JSON.parse(answer)).steps
  } catch {
    return null
  }
}

/** The question asked by a strategy, or by the model through `ask_user`. Without options it takes free text only. */
function questionOf(span: StepSpan): Question {
  const stepAsk = span.ask
  const inner = z.object({ question: askedQuestion }).safeParse(stepAsk)
  const read = inner.success ? inner.data.question : (askedQuestion.safeParse(stepAsk).data ?? null)
  if (read === null) return { question: 'The agent has a question.', options: [], freeText: true }
  const { question, options, plan, limit, form, link } = read
  return {
    question,
    options,
    freeText: read.freeText ?? options.length === 0,
    ...(plan && { plan }),
    ...(limit && { limit }),
    ...(form && { form }),
    ...(link !== undefined && { link }),
  }
}

/** The answer given; null while the question waits. */
function answerOf(span: StepSpan): string | null {
  if (span.endMs === null) return null
  return typeof span.answer === 'string' ? span.answer : ''
}
