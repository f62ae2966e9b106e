import type {
  AssistantMessage,
  Message,
  ModelReply,
  ModelRequest,
  ToolCall,
} from '../../../src-shared/model/message.ts'
import type { ToolInfo, ToolResult } from '../../../src-shared/model/tool.ts'
import { resultMessage, withDistinctIds } from '../messages.ts'
import type { Routine } from '../steps.ts'
import type { Round } from './rounds.ts'

/**
 * What a strategy can change about the tool loop: how tools are described, when the loop stops, and what the
 * timeline shows. None of the three holds state; they get what they need as arguments.
 */
export interface LoopCustom {
  readonly protocol: ToolProtocol
  readonly policy: LoopPolicy
  readonly phases: LoopPhases
}

/** How tools are offered to the model, how its calls are parsed, and how results are formatted. */
export interface ToolProtocol {
  /** The endpoint's own tool calls are used. */
  readonly native: boolean
  request(
    messages: readonly Message[],
    tools: readonly ToolInfo[],
  ): Pick<ModelRequest, 'messages' | 'tools'> & Partial<ModelRequest>
  /** @param round counts from 0 */
  parse(reply: ModelReply, round: number): ParsedReply
  formatResults(results: readonly ToolResult[]): readonly Message[]
  /** Whether a message without the calls in it would be an answer. */
  isAnswer(message: AssistantMessage): boolean
}

/** `message` holds the calls; it is stored and sent to the model again. */
export interface ParsedReply {
  readonly message: AssistantMessage
  /** What is wrong with the reply, for the model; null if it can be used. */
  readonly problem: string | null
}

/** Which calls may run, and when the loop must end. */
export interface LoopPolicy {
  /** For each call of a round, why it must not run, or null. @param rounds the earlier rounds */
  refuse(calls: readonly ToolCall[], rounds: readonly Round[]): readonly (string | null)[]
  /** After each round: the instruction to give the final answer now, or null to continue. */
  shouldStop(rounds: readonly Round[]): Routine<string | null>
  /** How often the final answer is requested if it is empty. */
  readonly finalAttempts: number
}

/** The phases in which the steps of a round are shown. `round` counts from 0. */
export interface LoopPhases {
  /** @param final the call must bring the final answer */
  wrapModelCall<T>(body: Routine<T>, round: number, final: boolean): Routine<T>
  wrapToolCalls<T>(body: Routine<T>, round: number): Routine<T>
}

/** The endpoint's own tool calls. */
export const functionCalling: ToolProtocol = {
  native: true,
  request: (messages, tools) => ({ messages, tools }),
  parse: ({ message }) => ({ message: withDistinctIds(message), problem: null }),
  formatResults: (results) => results.map(resultMessage),
  isAnswer: ({ text }) => text.trim() !== '',
}

/** Every call runs, and only the model, the budget or the user ends the loop. */
export const untilAnswered: LoopPolicy = {
  refuse: () => [],
  // biome-ignore lint/correctness/useYield: this policy has nothing to ask or note.
  *shouldStop() {
    return null
  },
  finalAttempts: 2,
}

export const noPhases: LoopPhases = { wrapModelCall: (body) => body, wrapToolCalls: (body) => body }
