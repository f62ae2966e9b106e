import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../src-shared/strategy/strategy-info.ts'
import type { LoopEnd, LoopWork } from './loop.ts'
import type { Rounds } from './protocol.ts'

/** A loop between two of its rounds. */
export interface LoopState extends Rounds {
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  /** Calls that were dealt with, oldest first. */
  readonly earlier: readonly ToolCall[]
  readonly allowed: number
  /** Wrong calls of own tools. */
  readonly wrong: number
  /** An empty answer has been asked about once. */
  readonly asked: boolean
}

export const newState = (work: LoopWork): LoopState => ({
  added: [],
  calls: [],
  earlier: [],
  rounds: 0,
  cycles: 0,
  refused: 0,
  refusedNow: 0,
  allowed: work.maxTurns,
  wrong: 0,
  asked: false,
})

/** The end of a loop as it stands, with nothing said or submitted. */
export function endOf(state: LoopState, ending: LoopEnd['ending']): LoopEnd {
  const { added, calls, rounds, cycles, refused } = state
  const end = { text: '', added, calls, rounds, cycles, refused, ending }
  return { ...end, submitted: null, spent: false, cutOff: false, failure: null }
}
