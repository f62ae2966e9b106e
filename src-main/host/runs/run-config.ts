import { randomInt } from 'node:crypto'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'
import { wrapInConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import type { RunConfig } from '../../agent/run.ts'
import { strategyInfos } from '../../strategy/registry.ts'
import type { ToolSet } from '../../tools/registry.ts'
import { visibleName } from '../../tools/text/visible.ts'
import type { HostContext } from '../host-context.ts'
import { subAgentsOf } from '../prompt-sources/agent-files.ts'
import { attachMentions } from '../prompt-sources/attach.ts'
import { unusedSources } from '../prompt-sources/left-out-files.ts'
import { readInstructions } from '../prompt-sources/project-instructions.ts'
import { projectPermissions } from '../prompt-sources/project-permissions.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import { withAgentRoles } from './agent-roles.ts'
import { branchHistory } from './branch-history.ts'
import { type MentionParts, mentionSources } from './mention-sources.ts'
import type { RunnableRun } from './resolve-request.ts'
import { systemPrompt } from './system-prompt.ts'

export type ConfigParts = Pick<
  HostContext,
  'bus' | 'clock' | 'histories' | 'agents' | 'skills' | 'settings' | 'model'
> &
  MentionParts

/** What was said since the app started: once is enough. */
const said = new Set<string>()

function sayRefused({ bus }: Pick<ConfigParts, 'bus'>, text: string): void {
  if (said.has(text)) return
  said.add(text)
  bus.publish({ kind: 'notice', level: 'warning', text })
}

/** The agent's input for a resolved run: everything that goes into the run's first event, and the code. */
export async function makeConfig(
  parts: ConfigParts,
  { run, code }: RunnableRun,
  runId: string,
  work: ProjectWork,
  tools: ToolSet,
): Promise<RunConfig> {
  const { message, mode, compact, images, routed, approval, budget } = run
  const { list, summary } = branchHistory(parts.store, run.parentId)
  const history = parts.histories.read(list)
  const { folder } = work
  const { sent, attached } = await attachMentions(
    message,
    await mentionSources(parts, work, run.projectId, runId),
    images,
  )
  const { text: instructions, files } = await readInstructions(parts.options.dataFolder, folder, work.commands.project)
  const container = work.commands.seenAs()
  const platform = container === null ? process.platform : 'linux'
  const facts = {
    folder,
    container,
    mode,
    platform,
    date: today(parts.clock.now()),
    instructions,
    missing: await missingInCopies(work, run.strategy),
  }
  const project = { id: run.projectId, folder: work.commands.project }
  const agents = await parts.agents.of(project)
  for (const { kind, file, problem } of await unusedSources(parts, project))
    sayRefused(parts, `The ${kind} in ${visibleName(file)} is left out. ${visibleName(problem)}`)
  for (const problem of (await projectPermissions(work.commands.project)).problems) sayRefused(parts, problem)
  const { roles, windows, textTools: chosen } = withAgentRoles(parts, run, agents)
  const textTools = Object.keys(roles).filter(
    (role) => parts.options.toolsInText || chosen.includes(role) || refusesTools(parts, roles[role]),
  )
  const task: Task = {
    goal: sent,
    ...(attached.length > 0 && { attached }),
    system: systemPrompt(facts),
    ...(files.length > 0 && { instructions: files }),
    history: history.messages,
    ...(summary !== undefined && { summary }),
    messages: [{ role: 'user', text: sent }],
    tools: tools.infos(),
    mode,
    ...(agents.length > 0 && { agents: subAgentsOf(agents) }),
    ...(compact !== undefined && { compactNow: compact }),
    project: folder,
    windows,
    compacts: true,
    readsText: true,
    keepsTodos: true,
    ...(textTools.length > 0 && { textTools }),
    ...(budget.atLimit !== undefined && { asksAtLimits: budget.atLimit === 'ask' }),
    depth: 0,
  }
  return {
    ...code,
    runId,
    choice: wrapInConversation(run.strategy),
    ...(routed !== null && { routed }),
    task,
    history,
    roles,
    approval,
    budget,
    seed: randomInt(2 ** 31),
    ...(tools.used.hooks.length > 0 && { hooks: tools.used.hooks }),
  }
}

/** Strategies whose parts work in the project's own folder alone. */
const withoutCopies: ReadonlySet<string> = new Set(
  strategyInfos()
    .map(({ name }) => name)
    .filter((name) => name !== 'best-of-n'),
)

/** What copies lack, if the run works in one or its strategy may make some. Never rejects: it is a hint. */
async function missingInCopies(work: ProjectWork, strategy: StrategyChoice): Promise<readonly string[]> {
  const isCopy = work.folder !== work.commands.project
  if (!isCopy && !mayCopy(strategy)) return []
  return work.snapshots.leftOutOfCopies([]).catch(() => [])
}

const mayCopy = ({ name, inner }: StrategyChoice): boolean =>
  !withoutCopies.has(name) || (inner !== undefined && mayCopy(inner))

/** What an endpoint refused in an earlier run is not tried again in each loop of this one. */
const refusesTools = ({ model }: Pick<ConfigParts, 'model'>, bound: BoundRole | undefined): boolean =>
  bound !== undefined && model.refusesTools(bound)

/** The day in local time, as ISO 8601 writes it. */
function today(now: number): string {
  const date = new Date(now)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
