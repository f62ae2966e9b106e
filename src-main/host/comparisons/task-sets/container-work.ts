import { dirname, join } from 'node:path'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { Check, CommandResult } from '../../../../src-shared/comparison/comparison.ts'
import type { TaskContainer, TaskStep } from '../../../../src-shared/comparison/task-container.ts'
import type { OpenContainer } from '../../../containers/open-container.ts'
import { commandMark } from '../../../processes/marks.ts'
import type { HostContext } from '../../host-context.ts'
import type { ContainerUse } from '../../workspaces/containers/containers.ts'
import type { VariablesOf } from '../../workspaces/containers/sealed-files.ts'
import type { ProjectWork } from '../../workspaces/workspace-services.ts'
import { lastOutputSentence, runInCopy } from '../run-in-copy.ts'

/**
 * What of a task runs in its container beside the agent, such as its solution. That is copied into it only when it is
 * needed, and never lies in the workspace.
 */

export type ContainerParts = Pick<
  HostContext,
  'options' | 'clock' | 'store' | 'profiles' | 'keys' | 'workspaces' | 'containers'
>
type Parts = ContainerParts

export interface ContainerWork {
  readonly projectId: string
  readonly copyId: string
  readonly container: TaskContainer
  readonly signal: AbortSignal
}

/**
 * Starts the container of a copy that has just been made.
 * @param files snapshot that the workspace then has, of a step that a run continues from: what the image has in its place
 *   goes, but for what snapshots leave out; null: it has the image's files with those of the task
 * @throws FailureError if that is not possible
 */
export async function openTaskContainer(
  parts: Pick<Parts, 'workspaces' | 'containers'>,
  { projectId, copyId, container: task, signal }: ContainerWork,
  use: ContainerUse,
  files: string | null = null,
): Promise<void> {
  const { folder, snapshots } = await parts.workspaces.workIn(projectId, copyId)
  await parts.containers.open({ copyId, folder, task, use, snapshots, signal })
  if (files !== null) await snapshots.restore(files)
}

/** @throws FailureError if the run wanted what is not possible in its container: then its result says nothing */
export function refuseAfterRun({ containers }: Pick<Parts, 'containers'>, copyId: string | null): void {
  const refused = copyId === null ? null : (containers.of(copyId)?.refused() ?? null)
  if (refused !== null) throw refused
}

/**
 * Runs a solution of a task. @param step that it is of; null: the task has one message
 * @returns how it ended
 */
export async function runSolution(
  parts: Parts,
  work: ContainerWork,
  step: TaskStep | null,
  limitMs: number,
): Promise<CommandResult> {
  const { container } = await placesOf(parts, work)
  const folder = step === null ? 'solution' : `steps/${step.name}/solution`
  await prepared(container, work, 'rm -rf /solution && mkdir -p /solution')
  await copySealed(parts, work, container, [[folder, '/solution']])
  await prepared(container, work, 'chmod -R a+rX /solution && chmod a+x /solution/solve.sh')
  const command = { command: '/solution/solve.sh', scorePattern: null, better: 'higher', timeLimitMs: limitMs } as const
  const user = step === null ? work.container.agentUser : step.agentUser
  const result = await runIn(parts, work, container, command, { variables: ({ solution }) => solution.env, user })
  await prepared(container, work, 'rm -rf /solution')
  return result
}

/** Lays the files of a step into the workspace and waits until it is ready. @throws FailureError */
export async function prepareStep(parts: Parts, work: ContainerWork, step: TaskStep): Promise<void> {
  const { container } = await placesOf(parts, work)
  const { workdir } = container
  if (step.hasFiles) {
    await copySealed(parts, work, container, [[`steps/${step.name}/workdir`, workdir]])
    const command = 'if [ -f setup.sh ]; then $(command -v bash || echo sh) ./setup.sh; fi'
    const check = { command, scorePattern: null, better: 'higher', timeLimitMs: setUpLimitMs } as const
    const result = await runIn(parts, work, container, check, { variables: () => ({}), user: step.agentUser })
    work.signal.throwIfAborted()
    if (result.exitCode !== 0) throw setUpFailed(step, lastOutputSentence(parts, result))
  }
  await container.untilReady(step.health, work.signal)
}

const setUpLimitMs = 1_800_000

export async function placesOf(parts: Pick<Parts, 'workspaces' | 'containers'>, { projectId, copyId }: ContainerWork) {
  const projectWork = await parts.workspaces.workIn(projectId, copyId)
  const container = parts.containers.of(copyId)?.container
  if (container === undefined) throw new Error('the copy has no container')
  return { projectWork, container, base: dirname(dirname(projectWork.folder)) }
}

/** Runs a command line as root. @throws FailureError if it fails */
export async function prepared(
  container: OpenContainer,
  { signal }: Pick<ContainerWork, 'signal'>,
  command: string,
): Promise<void> {
  const { succeeded } = await import('../../../containers/container-failures.ts')
  succeeded(await container.asRoot(command, { signal }), 'The container can’t be prepared', signal)
}

/** Copies folders of the sealed task into a container. @param folders each with where it goes */
export async function copySealed(
  parts: Parts,
  work: ContainerWork,
  container: OpenContainer,
  folders: readonly (readonly [string, string])[],
): Promise<void> {
  const { projectWork, base } = await placesOf(parts, work)
  const { withSealedFiles } = await import('../../workspaces/containers/sealed-files.ts')
  await withSealedFiles(projectWork.snapshots, work.container, base, async (sealed) => {
    for (const [folder, to] of folders) await container.copyIn(join(sealed, folder), to)
  })
}

/** Runs a command of the task, not of its agent. */
export async function runIn(
  parts: Parts,
  work: ContainerWork,
  container: OpenContainer,
  check: Check,
  { variables, user }: { readonly variables: VariablesOf; readonly user: string | null },
): Promise<CommandResult> {
  const { projectWork, base } = await placesOf(parts, work)
  const { sealedVariables } = await import('../../workspaces/containers/sealed-files.ts')
  const { withVariables } = await import('../../../containers/open-container.ts')
  const values = await sealedVariables(projectWork.snapshots, work.container, variables)
  return withVariables(join(base, 'variables'), values, (file) => {
    const confined = commandsAs(projectWork, container.confine(commandMark, user, file))
    return runInCopy(parts, confined, check, work.signal, work.copyId)
  })
}

/** The same workspace for another user of the container, with other variables. */
const commandsAs = (
  { folder, commands }: ProjectWork,
  confine: ReturnType<OpenContainer['confine']>,
): Pick<ProjectWork, 'folder' | 'commands'> => ({
  folder,
  commands: {
    ...commands,
    confinement: async () => {
      const usual = await commands.confinement()
      return usual && { ...usual, confine, unseen: confine }
    },
  },
})

const setUpFailed = ({ name }: TaskStep, lastOutput: string) =>
  new FailureError({
    kind: 'workspace-failed',
    message: `The setup.sh of the step “${name}” failed. ${lastOutput}`.trim(),
    advice: 'Try the task with its solution, or leave it out.',
  })
