import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import type { Store } from '../../store/store.ts'
import type { Registered } from '../../strategy/registered.ts'
import { type Strategies, strategiesWith, strategyInfos } from '../../strategy/registry.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import type { TrustFile } from '../trust/project-trust.ts'
import { createImportedStrategies, type KeptSource } from './imported-strategies.ts'
import { createProjectStrategies, type StrategyProject } from './project-strategies.ts'
import { openUserStrategies } from './user-strategies.ts'
import { watchProjects } from './watch-projects.ts'

/**
 * All strategies: the app's, the user's own, and those of a project and of runs imported into it that the user trusts.
 *
 * 1. The result reflects the current files and never changes: a run keeps the strategies it was started with.
 * 2. If names are equal, the app's wins, then the user's; the other one is in the list with that as its problem.
 *    Imported ones have the lowest priority.
 */
export interface StrategyCatalog {
  /** The user's own folder. */
  readonly folder: string
  /** @param projectId null: those available in every project */
  of(projectId: string | null): Promise<Strategies>
  /** Never throws: a project that is gone has none */
  trustOf(project: StrategyProject): Promise<readonly ProjectTrust[]>
  /** Whether the user trusts these sources of imported runs, given by the refs they are stored under. */
  trusts(projectId: string, refs: readonly string[]): boolean
  /** The same with these sources replacing those of the same names, to get what a run was executed with. */
  with(projectId: string, sources: readonly KeptSource[]): Promise<Strategies>
  /** The source of a strategy that is, or was since the app started, among these. @param version as in the log */
  textOf(name: string, version: number): string | undefined
  close(): void
}

export function openStrategyCatalog(
  options: HostFolders,
  bus: ChangeBus,
  trust: TrustFile,
  store: Pick<Store, 'projects' | 'runStrategies' | 'bodies'>,
): StrategyCatalog {
  const mine = openUserStrategies(options, bus)
  const theirs = createProjectStrategies(options, bus, trust)
  const imported = createImportedStrategies(options, store, trust)
  const sources = new Map<string, string>()
  const watch = watchProjects(() => {
    bus.publish({ kind: 'strategies' })
    bus.publish({ kind: 'presets' })
  })

  function remembered(strategies: readonly Registered[]): Strategies {
    for (const { info, text } of strategies) if (text !== undefined) sources.set(`${info.name}@${info.version}`, text)
    return strategiesWith(() => strategies)
  }

  /** @param first take precedence over those of the same names */
  async function all(projectId: string | null, first: readonly Registered[]): Promise<Strategies> {
    const names = new Set(first.map((each) => each.info.name))
    const others = (strategies: readonly Registered[]) => strategies.filter((each) => !names.has(each.info.name))
    const own = await mine.look()
    const project = projectId === null ? undefined : store.projects.get(projectId)
    if (project === undefined) return remembered([...first, ...others(own)])
    watch.see(project.folder)
    const taken = [...strategyInfos(), ...own.map((each) => each.info)]
    const fromProject = await theirs.look(project, taken)
    const fromImports = await imported.look(project, [...taken, ...fromProject.strategies.map((each) => each.info)])
    const list = remembered([...first, ...others([...own, ...fromProject.strategies, ...fromImports.strategies])])
    return withTrust(withTrust(list, fromImports.trust), fromProject.trust)
  }

  return {
    folder: mine.folder,
    of: (projectId) => all(projectId, []),
    with: async (projectId, stored) => all(projectId, await imported.make(stored)),
    textOf: (name, version) => sources.get(`${name}@${version}`),
    trustOf: async (project) => [await theirs.trustOf(project), imported.trustOf(project)],
    trusts: (projectId, refs) => {
      const project = store.projects.get(projectId)
      return project !== undefined && imported.trusts(project, refs)
    },
    close: () => {
      mine.close()
      watch.close()
    },
  }
}

/** A missing strategy may be one of the project that the user has not trusted. */
function withTrust(strategies: Strategies, trust: ProjectTrust): Strategies {
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

function notTrusted({ kind, message, advice }: Failure, { part, state }: ProjectTrust): Failure {
  const what = state === 'refused' ? 'that you chose not to use' : 'that you have not trusted yet'
  return {
    kind,
    message: `${message} ${part === 'imported' ? 'Imported runs contain' : 'This project contains'} strategies ${what}.`,
    advice: `Review them in Settings → Strategies, or with \`agent trust --project DIR\`. ${advice}`,
  }
}
