import type { Failure } from '../../../src-shared/base/failure.ts'
import type { AssistantMessage, Message, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'
import type { CallEntry } from '../../../src-shared/strategy/strategy-info.ts'
import type { ModelContext } from '../context/model-context.ts'
import { callEntry } from '../messages.ts'

/** One model call of a tool loop, and what followed. */
export type Round = (
  | { readonly kind: 'answer'; readonly message: AssistantMessage; readonly cutOff: boolean }
  | { readonly kind: 'calls'; readonly message: AssistantMessage; readonly executed: readonly ExecutedCall[] }
  | { readonly kind: 'unreadable'; readonly message: AssistantMessage; readonly problem: string }
  | { readonly kind: 'empty'; readonly failure: Failure }
) & {
  /** The reply says that a soft limit is reached: one more model call may follow, but no tool call. */
  readonly outOfBudget: boolean
}

/** A call with its result. `refused`: the policy prevented it from running, and the result says why. */
export interface ExecutedCall {
  readonly call: ToolCall
  readonly result: ToolResult
  readonly refused: boolean
}

/** The state of a loop between two rounds. Everything else is derived from `rounds`. */
export interface LoopState {
  readonly rounds: readonly Round[]
  /** The messages that follow those the loop began with. */
  readonly added: readonly Message[]
  /** What the model sees of all messages. */
  readonly shown: ModelContext
  /** At this number of rounds, the user is asked whether to continue. */
  readonly allowed: number
}

/** Every call of these rounds, oldest first. */
export const executedIn = (rounds: readonly Round[]): readonly ExecutedCall[] =>
  rounds.flatMap((round) => (round.kind === 'calls' ? round.executed : []))

export const callEntries = (rounds: readonly Round[]): readonly CallEntry[] =>
  executedIn(rounds).map(({ result }) => callEntry(result))
