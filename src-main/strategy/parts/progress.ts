import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { CallEntry, Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { failureOf, type LoopEnd, mustEnd, textOf } from '../loop/loop.ts'
import { addedBy, isFinal } from '../outcome.ts'

/** The work of a strategy so far, from which its outcome is made. */
export interface Progress {
  /** The latest answer. */
  readonly text: string
  /** The messages that follow the task's own. */
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  /** No further model call should follow. */
  readonly outOfBudget: boolean
  readonly failure: Failure | null
}

export const noProgress: Progress = { text: '', added: [], calls: [], outOfBudget: false, failure: null }

/** Adds messages and calls; keeps the text if there is no new one. `outOfBudget` is never reset. */
export const plus = (done: Progress, more: Partial<Progress>): Progress => ({
  text: more.text || done.text,
  added: [...done.added, ...(more.added ?? [])],
  calls: [...done.calls, ...(more.calls ?? [])],
  outOfBudget: done.outOfBudget || more.outOfBudget === true,
  failure: more.failure ?? done.failure,
})

export const canContinue = ({ failure, outOfBudget }: Progress): boolean => failure === null && !outOfBudget

export const loopProgress = (end: LoopEnd): Progress => ({
  text: textOf(end),
  added: end.added,
  calls: end.calls,
  outOfBudget: mustEnd(end),
  failure: failureOf(end),
})

/** The progress of an inner strategy. */
export const innerProgress = (task: Task, outcome: Outcome): Progress => ({
  text: outcome.text,
  added: addedBy(outcome, task),
  calls: outcome.calls,
  outOfBudget: isFinal(outcome) || outcome.ending === 'last-answer',
  failure: outcome.failure,
})
