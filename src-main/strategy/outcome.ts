import type { Failure } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { CallEntry, Outcome } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { userText } from './messages.ts'

/** The work that a strategy has done by its end. */
export interface Work extends Pick<Outcome, 'outOfBudget' | 'stopped' | 'ending'> {
  readonly text: string
  /** The messages that follow the user's message. */
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  /** Facts for the log and the user. No strategy reads them. */
  readonly meta: JsonObject
}

/** An outcome of the turn: completed, or failed if a failure is given. Work done is kept either way. */
export function outcomeOf(task: Task, work: Work, failure: Failure | null = null): Outcome {
  const { outOfBudget, stopped, ending } = work
  return {
    status: failure === null ? 'completed' : 'failed',
    text: work.text,
    messages: [userText(task.goal), ...work.added],
    calls: work.calls,
    meta: work.meta,
    failure,
    ...(outOfBudget && { outOfBudget }),
    ...(stopped && { stopped }),
    ...(ending && { ending }),
  }
}

/**
 * The outcome with the flags that stop an outer strategy from trying more. Users' strategies set them in `meta`, by
 * their stored names: `spent`, `stopped`, `ending`.
 */
export function withSignals(outcome: Outcome): Outcome {
  const { meta } = outcome
  return {
    ...outcome,
    ...(meta['spent'] === true && { outOfBudget: true }),
    ...(meta['stopped'] === true && { stopped: true }),
    ...(meta['ending'] === 'last-answer' && { ending: 'last-answer' }),
  }
}

/** The messages that an inner strategy added to the conversation, without the user's message that it began with. */
export function addedBy(outcome: Outcome, { goal }: Task): readonly Message[] {
  const [first, ...rest] = outcome.messages
  return first?.role === 'user' && first.text === goal ? rest : outcome.messages
}

/** Whether to try nothing more: a limit of the run is reached, or the user ended the work. */
export function isFinal(outcome: Outcome): boolean {
  const { failure, outOfBudget, stopped } = withSignals(outcome)
  return failure?.kind === 'budget-spent' || outOfBudget === true || stopped === true
}
