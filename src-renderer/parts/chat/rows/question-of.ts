import { z } from 'zod'
import type { Question } from '../../../../src-shared/model/question.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'

const asked = z.object({
  question: z.string(),
  options: z.array(z.string()).default([]),
  freeText: z.boolean().optional(),
})

/** The question a strategy, or the model by `ask_user`, puts to the user. Without options there is only free text. */
export function questionOf(span: StepSpan): Question {
  const said = span.ask
  const inner = z.object({ question: asked }).safeParse(said)
  const read = inner.success ? inner.data.question : (asked.safeParse(said).data ?? null)
  if (read === null) return { question: 'The agent asks you something.', options: [], freeText: true }
  const { question, options } = read
  return { question, options, freeText: read.freeText ?? options.length === 0 }
}

/** What was answered; null while it waits. */
export function answerOf(span: StepSpan): string | null {
  if (span.endMs === null) return null
  return typeof span.answer === 'string' ? span.answer : ''
}
