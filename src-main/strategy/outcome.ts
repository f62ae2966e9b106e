import type { Failure } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { CallEntry, Outcome } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { userText } from './messages.ts'

/** What a strategy has to show for itself at its end. */
export interface Work {
  readonly text: string
  /** What followed the user's message. */
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly meta: JsonObject
}

/** An outcome of the turn: completed, or failed where a failure is given. Work done is kept either way. */
export function outcomeOf(task: Task, work: Work, failure: Failure | null = null): Outcome {
  return {
    status: failure === null ? 'completed' : 'failed',
    text: work.text,
    messages: [userText(task.goal), ...work.added],
    calls: work.calls,
    meta: work.meta,
    failure,
  }
}

/** What a strategy inside another one added to the conversation, without the user's message it began with. */
export function addedBy(outcome: Outcome, { goal }: Task): readonly Message[] {
  const [first, ...rest] = outcome.messages
  return first?.role === 'user' && first.text === goal ? rest : outcome.messages
}

/**
 * Whether nothing more should be tried: a limit of the run was told of, or the user ended the work. By what
 * strategies put into their `meta`: `spent`, `stopped`.
 */
export function isFinal({ failure, meta }: Outcome): boolean {
  return failure?.kind === 'budget-spent' || meta['spent'] === true || meta['stopped'] === true
}
