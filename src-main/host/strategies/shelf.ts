import type { Failure } from '../../../src-shared/failure.ts'
import type { ProjectTrust } from '../../../src-shared/project-trust.ts'
import { type Strategies, strategiesWith, strategyInfos } from '../../strategy/registry.ts'
import type { ChangeHub } from '../change-hub.ts'
import type { HostOptions } from '../host-options.ts'
import type { TrustFile } from '../project-trust.ts'
import { createProjectStrategies, type StrategyProject } from './project-strategies.ts'
import { openUserStrategies } from './user-strategies.ts'
import { watchProjects } from './watch-projects.ts'

/**
 * All strategies: the app's, the user's own, and those of a project that the user trusts.
 *
 * 1. What is answered is as the files are now, and stays so: a run keeps the strategies it was started with.
 * 2. Of equal names the app's wins, then the user's; the other one is in the list with that as its problem.
 */
export interface StrategyShelf {
  /** The user's own folder. */
  readonly folder: string
  /** @param projectId null: those that are there in every project */
  of(projectId: string | null): Promise<Strategies>
  /** @throws FailureError never: a project that is gone brings nothing */
  trustOf(project: StrategyProject): Promise<ProjectTrust>
  close(): void
}

export function openStrategyShelf(
  options: HostOptions,
  hub: ChangeHub,
  trust: TrustFile,
  projectOf: (id: string) => StrategyProject | undefined,
): StrategyShelf {
  const mine = openUserStrategies(options, hub)
  const theirs = createProjectStrategies(options, hub, trust)
  const watch = watchProjects(() => {
    hub.tell({ kind: 'strategies' })
    hub.tell({ kind: 'presets' })
  })

  async function of(projectId: string | null): Promise<Strategies> {
    const own = await mine.look()
    const project = projectId === null ? undefined : projectOf(projectId)
    if (project === undefined) return strategiesWith(() => own)
    watch.see(project.folder)
    const others = [...strategyInfos(), ...own.map((each) => each.info)]
    const brought = await theirs.look(project, others)
    return tellingOfTrust(
      strategiesWith(() => [...own, ...brought.strategies]),
      brought.trust,
    )
  }

  return {
    folder: mine.folder,
    of,
    trustOf: theirs.trustOf,
    close: () => {
      mine.close()
      watch.close()
    },
  }
}

/** A strategy that is not there may be one that the project brings and the user has not trusted. */
function tellingOfTrust(strategies: Strategies, trust: ProjectTrust): Strategies {
  if (trust.state !== 'undecided' && trust.state !== 'refused') return strategies
  return {
    ...strategies,
    build: (choice) => {
      const built = strategies.build(choice)
      if (built.ok || built.failure.kind !== 'strategy-unknown') return built
      return { ok: false, failure: notTrusted(built.failure, trust) }
    },
  }
}

function notTrusted({ kind, message, advice }: Failure, { state }: ProjectTrust): Failure {
  const what = state === 'refused' ? 'that you chose not to use' : 'that you have not trusted yet'
  return {
    kind,
    message: `${message} This project brings strategies ${what}.`,
    advice: `Look at them and decide in the settings, under Strategies, or with \`agent trust --project DIR\`. ${advice}`,
  }
}
