import type { Failure } from '../../../src-shared/base/failure.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import { noLimits, type ToolInfo, type ToolLimits } from '../../../src-shared/model/tool.ts'
import type { CallEntry, Outcome, StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import type { ContextPolicy } from '../context/context-policy.ts'
import { withSystem } from '../messages.ts'
import { outcomeOf } from '../outcome.ts'
import type { HandledTool, StrategyTool } from '../strategy-tools/strategy-tool.ts'
import { delegateTool, delegateToolFor, mayDelegate } from './delegate-tool.ts'
import type { LoopOptions } from './loop-options.ts'
import { defaultLoopPrompts, type LoopPrompts, type SubmissionPrompts } from './loop-prompts.ts'
import { functionCalling, type LoopCustom, noPhases, untilAnswered } from './protocol.ts'
import type { Round } from './rounds.ts'
import { todoTool } from './todo-tool.ts'

/** The input of the tool loop. */
export interface Loop extends LoopCustom {
  readonly task: Task
  readonly role: string
  /** The messages of the first request, including the system message. */
  readonly messages: readonly Message[]
  /** The work tools of this phase. */
  readonly tools: readonly ToolInfo[]
  /** The first accepted call of one of these ends the loop. */
  readonly strategyTools: readonly StrategyTool[]
  /** Tools that the strategy carries out itself; they are among `tools` too. */
  readonly handledTools: readonly HandledTool[]
  readonly limits: ToolLimits
  /** After this many rounds, the user is asked whether to continue. */
  readonly maxRounds: number
  /** What is done when the messages outgrow the model's context window. */
  readonly context: ContextPolicy
  readonly prompts: LoopPrompts & SubmissionPrompts
  /** The strategy of child runs that `delegate` starts. */
  readonly child: StrategyChoice
}

/** How a loop ended, and its results. */
export type LoopEnd = {
  readonly added: readonly Message[]
  /** The calls of all rounds, except those of a final answer. */
  readonly calls: readonly CallEntry[]
  readonly rounds: readonly Round[]
  /** A soft limit is reached: no further model call should follow. */
  readonly outOfBudget: boolean
  /** The model's output limit cut off the last answer. */
  readonly cutOff: boolean
} & (
  | { readonly ending: 'answered'; readonly text: string }
  | { readonly ending: 'submitted'; readonly submitted: ToolCall }
  /** The policy, the budget or the user requested the answer. */
  | { readonly ending: 'last-answer'; readonly text: string }
  | { readonly ending: 'failed'; readonly failure: Failure }
)

export const textOf = (end: LoopEnd): string => ('text' in end ? end.text : '')
export const failureOf = (end: LoopEnd): Failure | null => ('failure' in end ? end.failure : null)
/** No further model call should follow: the budget is spent, or the user wanted the answer. */
export const mustEnd = (end: LoopEnd): boolean => end.outOfBudget || end.ending === 'last-answer'

/** The outcome of a strategy that is one tool loop. @param facts for the log */
export function loopOutcome(task: Task, end: LoopEnd, facts: JsonObject): Outcome {
  const { added, calls, outOfBudget, ending, cutOff } = end
  const meta = { ...facts, ending, spent: outOfBudget, cutOff }
  const work = { text: textOf(end), added, calls, meta, outOfBudget }
  return outcomeOf(task, ending === 'last-answer' ? { ...work, ending } : work, failureOf(end))
}

/** The usual loop of one role: the task's tools, and child runs that the model may start. */
export function loopFor(task: Task, role: string, options: LoopOptions, messages = task.messages): Loop {
  const tools = task.tools.filter((tool) => tool.name !== delegateTool.info.name)
  const ownTools =
    tools.length === 0 ? [] : [...(mayDelegate(task) ? [delegateToolFor(task)] : []), ...todosFor(task, options)]
  return {
    task,
    role: role === 'engineer' ? (task.role ?? role) : role,
    messages: withSystem(task.system, messages),
    tools: [...tools, ...ownTools.map(({ info }) => info)],
    strategyTools: [],
    handledTools: [],
    limits: noLimits,
    maxRounds: options.maxTurns,
    context: task.compacts === true ? options.context : 'none',
    prompts: { ...defaultLoopPrompts, ...options.prompts },
    child: { name: 'tool-loop', options: {} },
    protocol: functionCalling,
    policy: untilAnswered,
    phases: noPhases,
  }
}

/** The model's list of what is to be done, where the option asks for it; a run written before it was has none. */
const todosFor = (task: Task, { todos }: LoopOptions) => (todos === true && task.keepsTodos === true ? [todoTool] : [])
