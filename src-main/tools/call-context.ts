import type { HookAsk, HookResult } from '../../src-shared/hooks/hook.ts'
import type { InnerModelRequest, ModelReply } from '../../src-shared/model/message.ts'
import type { Question } from '../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk, ToolLimits } from '../../src-shared/model/tool.ts'

/** What the agent passes to a call; the same shape as the agent's `ToolContext`. */
export interface CallContext {
  readonly limits: ToolLimits
  readonly interrupted: boolean
  /** The run that owns the processes; left out outside of runs. */
  readonly owner?: string
  readonly signal: AbortSignal
  output(text: string): void
  approve(ask: ApprovalAsk): Promise<ApprovalAnswer>
  begin(): void
  askUser(question: Question): Promise<string>
  callModel?(request: InnerModelRequest): Promise<ModelReply>
  /** Runs a hook of the call as a step of the run; left out outside of runs. */
  hook?(ask: HookAsk, run: () => Promise<HookResult>): Promise<HookResult>
}
export interface ToolCallContext extends Pick<CallContext, 'signal' | 'output' | 'askUser' | 'callModel'> {
  /** Id of the processes' owner: after a crash the remaining processes are found by it. */
  readonly owner: string
  /** No person has seen this call: the mode `everything` or a rule with a wildcard allowed it. */
  readonly unseen: boolean
}
