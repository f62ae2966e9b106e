import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { OpenContainer } from '../../../containers/open-container.ts'
import { commandMark } from '../../../processes/marks.ts'
import type { WorkspaceCommands } from '../confinements.ts'

/** What is known of a workspace's container. */
export interface WorkspaceContainer {
  readonly container: OpenContainer
  readonly user: string | null
  /** Keeps why something could not be done in it: the run's result says nothing then. */
  refuse(why: FailureError): void
  refused(): FailureError | null
}

export function workspaceContainer(container: OpenContainer, user: string | null): WorkspaceContainer {
  let kept: FailureError | null = null
  return {
    container,
    user,
    refuse: (why) => {
      kept ??= why
    },
    refused: () => kept,
  }
}

/**
 * The commands of a copy, which run in its container if it has one.
 * @param of asked anew each time: the container is started after the copy is made
 */
export const commandsInContainer = (
  commands: WorkspaceCommands,
  of: () => WorkspaceContainer | null,
): WorkspaceCommands => ({
  ...commands,
  seenAs: () => of()?.container.workdir ?? null,
  confinement: async (scripts) => {
    const found = of()
    if (found === null) return commands.confinement(scripts)
    const { container, user } = found
    const confine = container.confine(commandMark, user, null)
    const network = container.network ? 'all' : 'none'
    const words = `Runs in the task’s container${container.network ? '' : '; offline'}.`
    return {
      confine,
      unseen: confine,
      network,
      keys: false,
      scripts: 'unseen',
      words,
      inContainer: true,
      advice: 'do it in the container',
    }
  },
  forAgent: async (...asked) => {
    refuseIn(of(), 'Other agents can’t work in the container of a task.')
    return commands.forAgent(...asked)
  },
  refuseCopies: () => refuseIn(of(), 'Strategies that work in several copies can’t do so in the container of a task.'),
})

function refuseIn(found: WorkspaceContainer | null, message: string): void {
  if (found === null) return
  const why = outside(message)
  found.refuse(why)
  throw why
}

const outside = (message: string) =>
  new FailureError({
    kind: 'workspace-failed',
    message,
    advice: 'Choose another strategy for tasks that need a container.',
  })
