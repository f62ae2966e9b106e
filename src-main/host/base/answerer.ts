import type { Question } from '../../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../../src-shared/model/tool.ts'

/** Returns at once, or when its person does. Both settle soon after an abort; what they answer then counts no more. */
export interface Answerer {
  approve(ask: ApprovalAsk, signal: AbortSignal): Promise<ApprovalAnswer>
  ask(question: Question, signal: AbortSignal): Promise<string>
}
