import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Message } from '../../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { type LoopEnd, loopFor, mustEnd, textOf } from '../../loop/loop.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { userText, withSystem } from '../../messages.ts'
import { phase, type Routine } from '../../steps.ts'
import { engineerSystem, stepRequest } from './plan-prompts.ts'
import { type Plan, type PlanStep, reportImpossible } from './plan-tools.ts'

/** What the engineer has done so far: one talk through all steps, so that a later step knows the earlier ones. */
export interface Execution {
  readonly talk: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly done: readonly PlanStep[]
  /** The engineer's last words. */
  readonly text: string
  /** Step phases so far: their index on the timeline. */
  readonly phases: number
  /** The last step ended at a limit: no model call should follow. */
  readonly over: boolean
}
export const newExecution: Execution = { talk: [], calls: [], done: [], text: '', phases: 0, over: false }

export const limitBeforeWork: Failure = {
  kind: 'budget-spent',
  message: 'The limit was reached before the plan could be carried out.',
  advice: 'The plan is kept: send a message to go on from here, or raise the limit.',
}

/** Work on a step that could not be done, and what was learned in trying. */
export const impossible = (step: string, reason: string): Failure => ({
  kind: 'strategy-gave-up',
  message: `A step of the plan could not be done: ${step}`,
  advice: 'Read what was learned, change the task or lift what stands in the way, and send a message to go on.',
  detail: reason,
})

export type Executed = { readonly execution: Execution } & (
  | { readonly end: 'done' }
  | { readonly end: 'impossible'; readonly step: PlanStep; readonly reason: string }
  | { readonly end: 'failed'; readonly failure: Failure }
)

/**
 * Carries the plan out, each step in a phase of its own with the work tools.
 * @param closing the last step ends with the summary for the user
 */
export function* executePlan(
  plan: Plan,
  before: Execution,
  task: Task,
  maxTurns: number,
  closing = true,
): Routine<Executed> {
  let execution = before
  for (const [at, step] of plan.steps.entries()) {
    const talk = [...execution.talk, userText(stepRequest(plan, at, closing))]
    const title = `execute ${at + 1} of ${plan.steps.length}`
    const end = yield* phase('execute', runLoop(engineerWork(task, talk, maxTurns)), title, execution.phases)
    execution = after(execution, talk, end)
    if (end.ending === 'failed') return { execution, end: 'failed', failure: end.failure }
    const report = end.ending === 'submitted' ? reportImpossible.validate(end.submitted) : null
    if (report?.ok) return { execution, end: 'impossible', step, reason: report.value.reason }
    execution = { ...execution, done: [...execution.done, step] }
    const left = plan.steps.length - at - 1
    const over = mustEnd(end)
    if (over && left > 0) return { execution, end: 'failed', failure: endedEarly(left) }
    execution = { ...execution, over }
  }
  return { execution, end: 'done' }
}

/** The engineer's work on what the talk asks for last. */
export function engineerWork(task: Task, talk: readonly Message[], maxTurns: number) {
  const loop = loopFor(task, 'engineer', maxTurns)
  const messages = withSystem(`${task.system}\n\n${engineerSystem}`.trim(), [...task.messages, ...talk])
  return { ...loop, messages, strategyTools: [reportImpossible] }
}

function after(execution: Execution, talk: readonly Message[], end: LoopEnd): Execution {
  return {
    ...execution,
    talk: [...talk, ...end.added],
    calls: [...execution.calls, ...end.calls],
    text: textOf(end) === '' ? execution.text : textOf(end),
    phases: execution.phases + 1,
  }
}

function endedEarly(left: number): Failure {
  return {
    kind: 'budget-spent',
    message: `The limit was reached with ${left} of the plan's steps left.`,
    advice: 'What was done is kept: send a message to go on from here, or raise the limit.',
  }
}
