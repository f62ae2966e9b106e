import type { Question } from '../../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../../src-shared/model/tool.ts'
import type { PauseAnswer, PausedStep } from '../../../src-shared/run/debug/pause-events.ts'

/** Answers at once, or when the user does. Both settle soon after an abort; a later answer is ignored. */
export interface Answerer {
  approve(ask: ApprovalAsk, signal: AbortSignal): Promise<ApprovalAnswer>
  ask(question: Question, signal: AbortSignal): Promise<string>
  /** `leave`: nobody can decide, so the run is left paused, to be resumed. If left out, a window decides. */
  pause?(paused: PausedStep, signal: AbortSignal): Promise<PauseAnswer | 'stop' | 'leave'>
}
