import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { ModelReply, ToolCall } from '../../src-shared/model/message.ts'
import type { ToolResult } from '../../src-shared/model/tool.ts'
import type { Outcome, StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { callModel, delegate, executeTools, type Routine, type Strategy } from './steps.ts'

/** The callback style that some authors prefer: each callback returns the next move. */
export interface Machine<S> {
  initialize(task: Task): Move<S>
  processChatCompletion(state: S, reply: ModelReply): Move<S>
  processToolResults(state: S, results: readonly ToolResult[]): Move<S>
  /** Required for machines that use the move `delegate`. */
  processDelegationResult?(state: S, outcome: Outcome): Move<S>
}
export type Move<S> =
  | { readonly next: 'model'; readonly state: S; readonly request: Parameters<typeof callModel>[0] }
  | { readonly next: 'tools'; readonly state: S; readonly calls: readonly ToolCall[] }
  | { readonly next: 'delegate'; readonly state: S; readonly strategy: StrategyChoice; readonly task: Task }
  | { readonly next: 'done'; readonly outcome: Outcome }

/** Turns a machine into a strategy. A machine can't use `all` or `phase`. */
export const fromMachine = <S>(machine: Machine<S>): Strategy =>
  function* (task) {
    let move = machine.initialize(task)
    while (move.next !== 'done') move = yield* made(machine, move)
    return move.outcome
  }

function* made<S>(machine: Machine<S>, move: Exclude<Move<S>, { next: 'done' }>): Routine<Move<S>> {
  switch (move.next) {
    case 'model':
      return machine.processChatCompletion(move.state, yield* callModel(move.request))
    case 'tools':
      return machine.processToolResults(move.state, yield* executeTools(move.calls))
    case 'delegate': {
      const outcome = yield* delegate(move.strategy, move.task)
      if (machine.processDelegationResult === undefined) throw new Error('this machine has no processDelegationResult')
      return machine.processDelegationResult(move.state, outcome)
    }
    default:
      return assertNever(move)
  }
}
