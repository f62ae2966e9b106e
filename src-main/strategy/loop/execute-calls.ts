import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'
import { all, type Routine, recordOwnTool, runTool } from '../steps.ts'
import type { HandledTool } from '../strategy-tools/strategy-tool.ts'
import { incompleteCall, refusal } from '../strategy-tools/validate-call.ts'
import { delegateTool, executeDelegation } from './delegate-tool.ts'
import type { Loop } from './loop.ts'
import type { ExecutedCall } from './rounds.ts'
import { todoTool, writeTodos } from './todo-tool.ts'

/** What the model was offered when it made its calls. */
type Offer = Pick<Loop, 'task' | 'tools' | 'strategyTools' | 'handledTools' | 'limits' | 'child'>

/**
 * One result for every call, in the calls' order; a single call needs no branches.
 * @param refusals for each call, why the policy prevents it from running, or null; none by default
 */
export function* executeCalls(
  calls: readonly ToolCall[],
  offer: Offer,
  refusals: readonly (string | null)[] = [],
): Routine<readonly ExecutedCall[]> {
  const [first, ...rest] = calls
  if (first === undefined) return []
  const execute = (call: ToolCall, at: number) => executeCall(call, offer, refusals[at] ?? null)
  if (rest.length === 0) return [yield* execute(first, 0)]
  return yield* all(calls.map(execute))
}

function* executeCall(call: ToolCall, offer: Offer, why: string | null): Routine<ExecutedCall> {
  return { call, result: yield* resultOf(call, offer, why), refused: why !== null }
}

/** A call that was cut off, or of a tool that was not offered, never runs; the result says so (T9, T10). */
function* resultOf(call: ToolCall, offer: Offer, why: string | null): Routine<ToolResult> {
  if (!call.complete) return yield* recordOwnTool(call, refusal(call, incompleteCall))
  if (why !== null) return yield* recordOwnTool(call, refusal(call, why))
  const own = offer.strategyTools.find((tool) => tool.info.name === call.tool)
  if (own !== undefined) return yield* recordOwnTool(call, own.validate(call).result)
  const handled = offer.handledTools.find((tool) => tool.info.name === call.tool)
  if (handled !== undefined) return yield* recordOwnTool(call, yield* handledResult(call, handled))
  if (!offer.tools.some((tool) => tool.name === call.tool)) {
    return yield* recordOwnTool(call, refusal(call, unknownTool(call.tool, offer)))
  }
  if (call.tool === todoTool.info.name) return yield* writeTodos(call)
  if (call.tool === delegateTool.info.name) return yield* executeDelegation(call, offer.task, offer.child)
  return yield* runTool(call, offer.limits)
}

/** What the handler asks for stands in the log before the call that it carried out. */
function* handledResult(call: ToolCall, tool: HandledTool): Routine<ToolResult> {
  const read = tool.validate(call)
  return read.ok ? yield* tool.handle(call, read.value) : read.result
}

function unknownTool(name: string, offer: Offer): string {
  const known = [...offer.strategyTools.map((tool) => tool.info.name), ...offer.tools.map((tool) => tool.name)]
  const offered = known.length === 0 ? 'No tools are offered here: answer in text.' : `Use one of: ${known.join(', ')}.`
  return `There is no tool called ${JSON.stringify(name)} here, so nothing was run. ${offered}`
}
