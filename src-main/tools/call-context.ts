import type { Question } from '../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk, ToolLimits } from '../../src-shared/model/tool.ts'

/** What a call is given by the agent; the same shape as the agent's `ToolContext`. */
export interface CallContext {
  readonly limits: ToolLimits
  readonly interrupted: boolean
  /** The run whose processes these are; left out by what is no run. */
  readonly owner?: string
  readonly signal: AbortSignal
  output(text: string): void
  approve(ask: ApprovalAsk): Promise<ApprovalAnswer>
  begin(): void
  askUser(question: Question): Promise<string>
}
export interface ToolCallContext extends Pick<CallContext, 'signal' | 'output' | 'askUser'> {
  /** Whose processes these are: by this what a call left is found again once the app was killed. */
  readonly owner: string
  /** Nobody has seen this very call: the mode `everything` or a rule with a wildcard let it through. */
  readonly unseen: boolean
}
