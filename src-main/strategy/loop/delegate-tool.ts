import { z } from 'zod'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'
import type { Outcome, StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { userText } from '../messages.ts'
import { delegate, type Routine, recordOwnTool } from '../steps.ts'
import { type StrategyTool, strategyTool } from '../strategy-tools/strategy-tool.ts'
import { refusal } from '../strategy-tools/validate-call.ts'

/** Maximum depth of child runs; the run that the user started is at depth 0. */
export const depthLimit = 3

const about =
  'Hands a self-contained piece of work to a helper with the same tools and an empty conversation; gives back ' +
  "the helper's answer. Say all that the helper must know. Several calls in one answer run at the same time."

const request = z.strictObject({
  goal: z.string().min(1).describe('What the helper must do, and what its answer must contain'),
  readOnly: z.boolean().default(false).describe('Give the helper only tools that read'),
})
type Request = z.infer<typeof request> & { readonly agent?: string | undefined }

export const delegateTool: StrategyTool<Request> = strategyTool('delegate', about, request)

/** The same, and the helpers that files describe. */
export function delegateToolFor({ agents = [] }: Pick<Task, 'agents'>): StrategyTool<Request> {
  if (agents.length === 0) return delegateTool
  const list = agents.map(({ name, description }) => `- ${name}: ${description}`)
  const text = [about, 'Named helpers have instructions of their own, and possibly other tools:', ...list].join('\n')
  const agent = z.enum(agents.map(({ name }) => name)).optional()
  const named = request.extend({ agent: agent.describe('A named helper. Left out: one with the same tools.') })
  return strategyTool(delegateTool.info.name, text, named)
}

/** Whether a task of this depth may start child runs. */
export const mayDelegate = (task: Task): boolean => task.depth < depthLimit

/** Runs a child for the model's call of `delegate`; its outcome is the call's result. */
export function* executeDelegation(call: ToolCall, task: Task, child: StrategyChoice): Routine<ToolResult> {
  const valid = delegateToolFor(task).validate(call)
  if (!valid.ok) return yield* recordOwnTool(call, valid.result)
  if (!mayDelegate(task)) return yield* recordOwnTool(call, refusal(call, tooDeep))
  const agent = task.agents?.find(({ name }) => name === valid.value.agent) ?? null
  const outcome = yield* delegate(agent?.strategy ?? child, childTask(task, valid.value, agent))
  return yield* recordOwnTool(call, delegationResult(call, outcome))
}

const tooDeep = `Helpers may nest only ${depthLimit} deep, so none was started. Do this work yourself.`

function childTask({ agent: _, ...task }: Task, { goal, readOnly }: Request, agent: SubAgent | null): Task {
  const allowed = agent?.tools ?? null
  const tools = task.tools
    .filter((tool) => allowed === null || allowed.includes(tool.name))
    .filter((tool) => !readOnly || tool.effect === 'read')
  return {
    ...task,
    goal,
    history: [],
    messages: [userText(goal)],
    tools,
    depth: task.depth + 1,
    ...(agent !== null && { agent: agent.name, system: `${task.system}\n\n${agent.instructions}`.trim() }),
    ...(agent !== null && agent.role !== null && { role: agent.role }),
    ...(agent?.rounds !== undefined && { rounds: Math.min(agent.rounds, task.rounds ?? agent.rounds) }),
    ...(agent?.restrictions !== undefined && { held: [...(task.held ?? []), agent.restrictions] }),
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
