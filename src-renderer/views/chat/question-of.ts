import { z } from 'zod'
import type { Question } from '../../../src-shared/question.ts'
import type { StepSpan, ToolSpan } from '../../../src-shared/run-view.ts'
import { argumentsOf } from './tool-subject.ts'

const asked = z.object({
  question: z.string(),
  options: z.array(z.string()).default([]),
  freeText: z.boolean().optional(),
})

/** The question a step or the `ask_user` tool puts to the user. Without options there is only free text. */
export function questionOf(span: StepSpan | ToolSpan): Question {
  const said = span.kind === 'tool' ? argumentsOf(span.call) : span.ask
  const inner = z.object({ question: asked }).safeParse(said)
  const read = inner.success ? inner.data.question : (asked.safeParse(said).data ?? null)
  if (read === null) return { question: 'The agent asks you something.', options: [], freeText: true }
  const { question, options } = read
  return { question, options, freeText: read.freeText ?? (span.kind === 'tool' || options.length === 0) }
}

/** What was answered; null while it waits. */
export function answerOf(span: StepSpan | ToolSpan): string | null {
  if (span.endMs === null) return null
  if (span.kind === 'tool') return span.result?.text ?? ''
  return typeof span.answer === 'string' ? span.answer : ''
}
