import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import { noLimits, type ToolInfo, type ToolLimits } from '../../../src-shared/model/tool.ts'
import type { CallEntry, StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { withSystem } from '../messages.ts'
import type { OwnTool } from '../strategy-tools/own-tool.ts'
import { delegateTool, mayDelegate } from './delegate-tool.ts'
import { type LoopManner, usualManner } from './protocol.ts'

/** What the tool loop is given. */
export interface LoopWork {
  readonly task: Task
  readonly role: string
  /** All that the model sees at first, system message included. */
  readonly messages: readonly Message[]
  /** The work tools of this phase. */
  readonly tools: readonly ToolInfo[]
  /** Tools of the strategy's own: the first call that is accepted ends the loop. */
  readonly own: readonly OwnTool[]
  readonly limits: ToolLimits
  /** After so many rounds the user is asked whether to go on. */
  readonly maxTurns: number
  readonly child: StrategyChoice
  /** How the loop speaks and when it ends; the usual manner where it is left out. */
  readonly manner?: LoopManner
}

export const mannerOf = (work: LoopWork): LoopManner => work.manner ?? usualManner

export interface LoopEnd {
  readonly text: string
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly rounds: number
  readonly cycles: number
  /** Calls that the manner kept from running. */
  readonly refused: number
  /** The accepted call of an own tool, or null. */
  readonly submitted: ToolCall | null
  readonly ending: 'answered' | 'submitted' | 'last-answer' | 'failed'
  /** A soft limit was told of: no further model call should follow. */
  readonly spent: boolean
  /** The answer was ended by the model's output limit. */
  readonly cutOff: boolean
  readonly failure: Failure | null
}

export const defaultChild: StrategyChoice = { name: 'tool-loop', options: {} }

/** The usual work: the task's tools and the model's own helpers, for one role. */
export function loopWork(task: Task, role: string, maxTurns: number, messages = task.messages): LoopWork {
  const tools = task.tools.filter((tool) => tool.name !== delegateTool.info.name)
  return {
    task,
    role,
    messages: withSystem(task.system, messages),
    tools: mayDelegate(task) && tools.length > 0 ? [...tools, delegateTool.info] : tools,
    own: [],
    limits: noLimits,
    maxTurns,
    child: defaultChild,
  }
}
