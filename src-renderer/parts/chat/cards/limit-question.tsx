import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../../../src-shared/base/format.ts'
import type { LimitAsk, Question } from '../../../../src-shared/model/question.ts'
import {
  type AskedLimit,
  moreAnswer,
  stopAnswer,
  unitOf,
  unitText,
  wrapUpAnswer,
} from '../../../../src-shared/run/limit-question.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { AskedLine, QuestionFrame, useReply } from './question-frame.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly question: Question
  readonly limit: LimitAsk
  readonly name: AskedLimit
}

/** A reached limit: so much more, a last answer, or the end. */
export function LimitQuestion({ runId, path, question, limit, name }: Props) {
  const { sent, reply } = useReply(runId, path)
  const [typed, setTyped] = useState(String(limit.more / unitOf(name)))
  const amount = Number(typed.trim().replace(',', '.'))
  const valid = Number.isFinite(amount) && amount > 0
  const allow = () => {
    if (valid) reply(moreAnswer(name, amount * unitOf(name)))
  }
  const keys = { y: allow, w: () => reply(wrapUpAnswer), n: () => reply(stopAnswer) }
  const unit = unitText(name)
  return (
    <QuestionFrame label="Limit reached" name={path} keys={keys} primary={allow}>
      <AskedLine icon={<Gauge size={15} aria-hidden="true" />}>
        <b>{question.question}</b>
      </AskedLine>
      <form
        className="chat-answers"
        onSubmit={(event) => {
          event.preventDefault()
          allow()
        }}
      >
        <input
          className="chat-amount"
          aria-label={`How many more ${unit}`}
          aria-invalid={!valid}
          title={valid ? undefined : 'Enter a number above 0.'}
          inputMode="decimal"
          value={typed}
          disabled={sent}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span aria-hidden="true">{plural(amount, unit.slice(0, -1), unit)}</span>
        <Button type="submit" look="primary" keys="y" disabled={sent || !valid}>
          Allow more
        </Button>
        <Button keys="w" disabled={sent} onClick={keys.w}>
          {wrapUpAnswer}
        </Button>
        <Button keys="n" disabled={sent} onClick={keys.n}>
          {stopAnswer}
        </Button>
      </form>
      <p className="chat-note">
        To wrap up, the model answers once more, without tools. What was done is kept in any case.
      </p>
    </QuestionFrame>
  )
}
