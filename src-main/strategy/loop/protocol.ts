import type {
  AssistantMessage,
  FinishReason,
  Message,
  ModelRequest,
  ToolCall,
} from '../../../src-shared/model/message.ts'
import type { ToolInfo, ToolResult } from '../../../src-shared/model/tool.ts'
import { resultMessage, withDistinctIds } from '../messages.ts'
import type { Routine } from '../steps.ts'
import { lastInstruction } from './loop-failures.ts'

/** What has come of a loop's rounds so far. */
export interface Rounds {
  readonly rounds: number
  /** Rounds in which a call was dealt with, be it by running it or by telling the model why it can't be. */
  readonly cycles: number
  /** Calls that `refuse` kept from running. */
  readonly refused: number
  /** Of them, those of the last round. */
  readonly refusedNow: number
}

/** What an answer says. `calls` are in `message`, which is kept and shown to the model again. */
export interface Heard {
  readonly message: AssistantMessage
  /** What was wrong with the answer, for the model; null where it can be used. */
  readonly problem: string | null
}

/**
 * How the one tool loop speaks with the model and when it ends: native tool calls as they come, unless a
 * strategy says otherwise in one of these. A manner holds no state; what it needs is handed to it.
 */
export interface LoopManner {
  /** What of the request goes by the manner. */
  request(
    messages: readonly Message[],
    tools: readonly ToolInfo[],
  ): Pick<ModelRequest, 'messages' | 'tools'> & Partial<ModelRequest>
  hear(message: AssistantMessage, finish: FinishReason, round: number): Heard
  tell(results: readonly ToolResult[]): readonly Message[]
  /** For each call of a round why it is not run, or null. @param earlier the calls that were dealt with before */
  refuse(calls: readonly ToolCall[], earlier: readonly ToolCall[]): readonly (string | null)[]
  /** After each round: what the model is told when it must answer now, or null to go on. */
  enough(so: Rounds): Routine<string | null>
  /** Around each model call; `last` is the one that must answer. */
  asking<T>(body: Routine<T>, round: number, last: boolean): Routine<T>
  /** Around the calls of a round. */
  answering<T>(body: Routine<T>, round: number): Routine<T>
  /** What the model is told where the budget or the user ends the loop. */
  readonly lastInstruction: string
  /** How often the last answer is asked for where it is empty. */
  readonly lastTries: number
}

export const usualManner: LoopManner = {
  request: (messages, tools) => ({ messages, tools }),
  hear: (message) => ({ message: withDistinctIds(message), problem: null }),
  tell: (results) => results.map(resultMessage),
  refuse: () => [],
  // biome-ignore lint/correctness/useYield: the usual loop has nothing to ask or note here.
  *enough() {
    return null
  },
  asking: (body) => body,
  answering: (body) => body,
  lastInstruction,
  lastTries: 2,
}
