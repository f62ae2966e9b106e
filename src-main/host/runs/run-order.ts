import { randomInt } from 'node:crypto'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { inConversation, rolesOf } from '../../../src-shared/strategy/resolve-choice.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import type { RunOrder } from '../../agent/run.ts'
import type { ToolSet } from '../../tools/registry.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { bindRoles } from './bind-roles.ts'
import { branchList, branchSummary } from './branch-history.ts'
import type { ChosenRun } from './pick-strategy.ts'
import { systemPrompt } from './system-prompt.ts'

export type OrderParts = Pick<HostContext, 'clock' | 'store' | 'histories' | 'settings' | 'profiles' | 'strategies'>

/**
 * What the agent is told to do for a message: everything that goes into the run's first event.
 * @throws FailureError where the strategy, its options or a model can't be had
 */
export async function makeOrder(
  parts: OrderParts,
  asked: ChosenRun,
  runId: string,
  folder: string,
  tools: ToolSet,
): Promise<RunOrder> {
  const settings = parts.settings.read()
  const choice = inConversation(asked.strategy)
  const { projectId } = found(parts.store.conversations.get(asked.conversationId), 'conversation')
  const strategies = await parts.strategies.of(projectId)
  const built = strategies.build(choice)
  if (!built.ok) throw new FailureError(built.failure)
  const names = rolesOf(choice, strategies.infos()).map(({ name }) => name)
  const bound = bindRoles(['default', ...names], asked.roles, settings, parts.profiles.get)
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
    windows: bound.windows,
    compacts: true,
    depth: 0,
  }
  return {
    runId,
    choice,
    strategy: built.strategy,
    version: built.version,
    task,
    history,
    roles: bound.roles,
    approval: asked.approval,
    budget: asked.budget ?? settings.budget,
    seed: randomInt(2 ** 31),
    buildChild: strategies.build,
  }
}

/** The day in local time, as ISO 8601 writes it. */
function today(now: number): string {
  const date = new Date(now)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
