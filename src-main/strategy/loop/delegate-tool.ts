import { z } from 'zod'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'
import type { Outcome, StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { userText } from '../messages.ts'
import { delegate, type Routine, recordOwnTool } from '../steps.ts'
import { strategyTool } from '../strategy-tools/strategy-tool.ts'
import { refusal } from '../strategy-tools/validate-call.ts'

/** Maximum depth of child runs; the run that the user started is at depth 0. */
export const depthLimit = 3

export const delegateTool = strategyTool(
  'delegate',
  'Hands a self-contained piece of work to a helper with the same tools and an empty conversation; gives back ' +
    "the helper's answer. Say all that the helper must know. Several calls in one answer run at the same time.",
  z.strictObject({
    goal: z.string().min(1).describe('What the helper must do, and what its answer must contain'),
    readOnly: z.boolean().default(false).describe('Give the helper only tools that read'),
  }),
)

/** Whether a task of this depth may start child runs. */
export const mayDelegate = (task: Task): boolean => task.depth < depthLimit

/** Runs a child for the model's call of `delegate`; its outcome is the call's result. */
export function* executeDelegation(call: ToolCall, task: Task, child: StrategyChoice): Routine<ToolResult> {
  const valid = delegateTool.validate(call)
  if (!valid.ok) return yield* recordOwnTool(call, valid.result)
  if (!mayDelegate(task)) return yield* recordOwnTool(call, refusal(call, tooDeep))
  const outcome = yield* delegate(child, childTask(task, valid.value))
  return yield* recordOwnTool(call, delegationResult(call, outcome))
}

const tooDeep = `Helpers may nest only ${depthLimit} deep, so none was started. Do this work yourself.`

function childTask(task: Task, request: { readonly goal: string; readonly readOnly: boolean }): Task {
  return {
    ...task,
    goal: request.goal,
    history: [],
    messages: [userText(request.goal)],
    tools: request.readOnly ? task.tools.filter((tool) => tool.effect === 'read') : task.tools,
    depth: task.depth + 1,
  }
}

function delegationResult(call: ToolCall, outcome: Outcome): ToolResult {
  const ok = outcome.status === 'completed'
  const why = outcome.failure === null ? '' : `The helper did not finish: ${outcome.failure.message} `
  return {
    callId: call.id,
    tool: call.tool,
    ok,
    text: ok ? outcome.text : `${why}${outcome.text}`.trim(),
    summary: ok ? 'helper answered' : 'helper did not finish',
    durationMs: 0,
    data: { status: outcome.status, calls: outcome.calls.length },
  }
}
