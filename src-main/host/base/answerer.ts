import type { Question } from '../../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../../src-shared/model/tool.ts'
import type { PauseAnswer, PausedStep } from '../../../src-shared/run/debug/pause-events.ts'

/**
 * Answers at once, or when the user does. All settle soon after an abort; a later answer is ignored.
 * `from`: the lane that asks, such as `Lane A`; null: the run is not a lane's.
 */
export interface Answerer {
  approve(ask: ApprovalAsk, signal: AbortSignal, from: string | null): Promise<ApprovalAnswer>
  ask(question: Question, signal: AbortSignal, from: string | null): Promise<string>
  /** `leave`: nobody can decide, so the run is left paused, to be resumed. If left out, a window decides. */
  pause?(paused: PausedStep, signal: AbortSignal, from: string | null): Promise<PauseAnswer | 'stop' | 'leave'>
}
