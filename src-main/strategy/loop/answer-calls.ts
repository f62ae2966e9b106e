import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo, ToolLimits, ToolResult } from '../../../src-shared/model/tool.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { all, type Routine, recordOwnTool, runTool } from '../steps.ts'
import { cutOff, refusal } from '../strategy-tools/own-call.ts'
import type { OwnTool } from '../strategy-tools/own-tool.ts'
import { answerDelegation, delegateTool } from './delegate-tool.ts'

/** What the model was offered when it made its calls. */
export interface Offer {
  readonly task: Task
  readonly tools: readonly ToolInfo[]
  readonly own: readonly OwnTool[]
  readonly limits: ToolLimits
  /** The strategy of child runs that `delegate` starts. */
  readonly child: StrategyChoice
}

/**
 * One result for every call, in the calls' order; a lone call needs no branches.
 * @param refused for each call why the strategy keeps it from running, or null; none is refused where left out
 */
export function* answerCalls(
  calls: readonly ToolCall[],
  offer: Offer,
  refused: readonly (string | null)[] = [],
): Routine<readonly ToolResult[]> {
  const [first, ...rest] = calls
  if (first === undefined) return []
  const answer = (call: ToolCall, at: number) => answerCall(call, offer, refused[at] ?? null)
  if (rest.length === 0) return [yield* answer(first, 0)]
  return yield* all(calls.map(answer))
}

/** A cut call and a call of a tool that was not offered are never run; the result says so (T9, T10). */
function* answerCall(call: ToolCall, offer: Offer, refused: string | null): Routine<ToolResult> {
  if (!call.complete) return yield* recordOwnTool(call, refusal(call, cutOff))
  if (refused !== null) return yield* recordOwnTool(call, refusal(call, refused))
  const own = offer.own.find((tool) => tool.info.name === call.tool)
  if (own !== undefined) return yield* recordOwnTool(call, own.judge(call).result)
  if (!offer.tools.some((tool) => tool.name === call.tool)) {
    return yield* recordOwnTool(call, refusal(call, unknownTool(call.tool, offer)))
  }
  if (call.tool === delegateTool.info.name) return yield* answerDelegation(call, offer.task, offer.child)
  return yield* runTool(call, offer.limits)
}

function unknownTool(name: string, offer: Offer): string {
  const known = [...offer.own.map((tool) => tool.info.name), ...offer.tools.map((tool) => tool.name)]
  const offered = known.length === 0 ? 'No tools are offered here: answer in text.' : `Use one of: ${known.join(', ')}.`
  return `There is no tool called ${JSON.stringify(name)} here, so nothing was run. ${offered}`
}
