import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { readIsolateTexts } from '../../isolate/isolate.ts'
import type { Store } from '../../store/store.ts'
import type { Registered } from '../../strategy/registered.ts'
import { strategyInfos } from '../../strategy/registry.ts'
import type { HostFolders } from '../base/host-folders.ts'
import { isReadOnlyProject } from '../projects/imported-folder.ts'
import { hashFiles, type TrustFile } from '../trust/project-trust.ts'
import type { ProjectStrategyFiles, StrategyProject } from './project-strategies.ts'
import { readSources } from './read-sources.ts'

/** A strategy that a run was executed with, as stored. */
export interface KeptSource {
  readonly name: string
  readonly text: string
}

/**
 * The strategies of imported runs (T25, T26).
 *
 * 1. Importing does not compile them. Replaying such a run executes them in a separate engine, in which no step
 *    is performed.
 * 2. The user trusts all that were imported into a project, by the hash of all their texts; then its runs can be
 *    continued, and the latest of each can be chosen if no other strategy has its name.
 * 3. In the project of read-only imports nothing continues, so the user is not asked.
 */
export interface ImportedStrategies {
  look(project: StrategyProject, others: readonly StrategyInfo[]): Promise<ProjectStrategyFiles>
  trustOf(project: StrategyProject): ProjectTrust
  /** Whether the user trusts all of these, given by the refs they are stored under. */
  trusts(project: StrategyProject, refs: readonly string[]): boolean
  /** Compiles sources to strategies; unusable ones are left out. Never rejects. */
  make(sources: readonly KeptSource[]): Promise<Registered[]>
}

export function createImportedStrategies(
  options: HostFolders,
  store: Pick<Store, 'runStrategies' | 'bodies'>,
  trust: TrustFile,
): ImportedStrategies {
  // By the whole text: the version in a log is a short hash, for which a collision can be made.
  const made = new Map<string, Promise<Registered | null>>()
  const texts = () => readIsolateTexts(options.resourcesFolder)

  async function makeNow({ name, text }: KeptSource): Promise<Registered | null> {
    const [read] = await readSources([{ file: `${name}.ts`, text }], 'imported', [], strategyInfos(), texts)
    return read === undefined || read.problem !== null || read.strategy.info.name !== name ? null : read.strategy
  }
  async function make(sources: readonly KeptSource[]): Promise<Registered[]> {
    const all: Registered[] = []
    for (const source of sources) {
      const key = `${source.name}\n${source.text}`
      const one = made.get(key) ?? makeNow(source)
      made.set(key, one)
      const strategy = await one
      if (strategy !== null) all.push(strategy)
    }
    return all
  }

  const broughtInto = (project: StrategyProject) =>
    isReadOnlyProject(options.dataFolder, project.folder) ? [] : store.runStrategies.importedInto(project.id)

  function trustOf(project: StrategyProject): ProjectTrust {
    const files = broughtInto(project).flatMap(({ name, ref }) => {
      const text = store.bodies.get(ref)
      return text === undefined ? [] : [{ file: `${name}.ts, imported, ${ref.slice(0, 8)}`, text }]
    })
    const hash = hashFiles(files)
    const state = files.length === 0 ? 'none' : trust.of(project.id, 'imported', hash)
    return { part: 'imported', state, hash, files }
  }

  return {
    make,
    trustOf,
    trusts: (project, refs) => {
      const known = new Set(broughtInto(project).map(({ ref }) => ref))
      return refs.every((ref) => known.has(ref)) && trustOf(project).state === 'trusted'
    },
    look: async (project, others) => {
      const trust = trustOf(project)
      if (trust.state !== 'trusted') return { trust: trust, strategies: [] }
      const names = new Set(others.map(({ name }) => name))
      const latest: KeptSource[] = []
      for (const { name, ref } of broughtInto(project)) {
        const text = names.has(name) ? undefined : store.bodies.get(ref)
        if (text === undefined) continue
        names.add(name)
        latest.push({ name, text })
      }
      return { trust: trust, strategies: await make(latest) }
    },
  }
}
