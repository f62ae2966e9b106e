import { randomInt } from 'node:crypto'
import type { Task } from '../../../src-shared/strategy/task.ts'
import type { RunOrder } from '../../agent/run.ts'
import type { ToolSet } from '../../tools/registry.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { branchList, branchSummary } from './branch-history.ts'
import type { ChosenRun } from './pick-strategy.ts'
import { resolveRun } from './resolve-run.ts'
import { systemPrompt } from './system-prompt.ts'

export type OrderParts = Pick<HostContext, 'clock' | 'store' | 'histories' | 'settings' | 'profiles' | 'strategies'>

/**
 * The agent's input for a message: everything that goes into the run's first event.
 * @throws FailureError if the strategy, its options or a model is not available
 */
export async function makeOrder(
  parts: OrderParts,
  asked: ChosenRun,
  runId: string,
  folder: string,
  tools: ToolSet,
): Promise<RunOrder> {
  const { projectId } = found(parts.store.conversations.get(asked.conversationId), 'conversation')
  const { windows, ...resolved } = await resolveRun(parts, projectId, asked.strategy, asked.roles)
  const history = parts.histories.read(branchList(parts.store, asked.parentId))
  const summary = branchSummary(parts.store, asked.parentId)
  const task: Task = {
    goal: asked.message,
    system: systemPrompt({ folder, mode: asked.mode, platform: process.platform, date: today(parts.clock.now()) }),
    history: history.messages,
    ...(summary !== undefined && { summary }),
    messages: [{ role: 'user', text: asked.message }],
    tools: tools.infos(),
    mode: asked.mode,
    project: folder,
    windows,
    compacts: true,
    depth: 0,
  }
  return {
    runId,
    ...resolved,
    task,
    history,
    approval: asked.approval,
    budget: asked.budget ?? parts.settings.read().budget,
    seed: randomInt(2 ** 31),
  }
}

/** The day in local time, as ISO 8601 writes it. */
function today(now: number): string {
  const date = new Date(now)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
