import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import type { StepSpan, ToolSpan } from '../../../src-shared/run-view.ts'
import { ask } from '../../host.ts'
import { carryOut } from '../../stores/report.ts'
import { Button } from '../../widgets/button.tsx'
import { StreamedMarkdown } from '../../widgets/markdown/markdown.tsx'
import { answerOf, questionOf } from './question-of.ts'

/** A question of the agent or the strategy to the user, with ready answers and room for other words. */
export function QuestionCard({ runId, span }: { readonly runId: string; readonly span: StepSpan | ToolSpan }) {
  const { question, options, freeText } = questionOf(span)
  const [sent, setSent] = useState(false)
  const [words, setWords] = useState('')
  const open = span.state === 'waiting'
  const reply = async (answer: string) => {
    if (sent || answer.trim() === '') return
    setSent(true)
    if (!(await carryOut(ask('run-answer', { runId, path: span.path, answer })))) setSent(false)
  }
  return (
    <section className={`chat-card chat-question ${open ? 'open' : ''}`} aria-label="Question to you" tabIndex={-1}>
      <div className="chat-asked">
        <CircleHelp size={15} aria-hidden="true" />
        <StreamedMarkdown text={question} streaming={false} />
      </div>
      {open ? (
        <div className="chat-answers">
          {options.map((option) => (
            <Button key={option} disabled={sent} onClick={() => void reply(option)}>
              {option}
            </Button>
          ))}
          {freeText && (
            <form
              className="chat-words"
              onSubmit={(event) => {
                event.preventDefault()
                void reply(words)
              }}
            >
              <input
                aria-label="Your answer"
                placeholder={options.length > 0 ? 'Or in your own words' : 'Your answer'}
                value={words}
                disabled={sent}
                onChange={(event) => setWords(event.target.value)}
              />
              <Button type="submit" look="primary" disabled={sent || words.trim() === ''}>
                Answer
              </Button>
            </form>
          )}
        </div>
      ) : (
        <Answered span={span} />
      )}
    </section>
  )
}

function Answered({ span }: { readonly span: StepSpan | ToolSpan }) {
  const answer = answerOf(span)
  if (answer === null || answer === '') return <p className="chat-note">Not answered.</p>
  return (
    <p className="chat-note">
      You answered: <b>{answer}</b>
    </p>
  )
}
