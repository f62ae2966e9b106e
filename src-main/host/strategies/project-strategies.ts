import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { readIsolateTexts } from '../../isolate/isolate.ts'
import type { Registered } from '../../strategy/registered.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import type { TrustFile } from '../trust/project-trust.ts'
import { readTrustedFiles, type TrustedFiles } from '../trust/trusted-files.ts'
import { notifyBroken } from './broken-notice.ts'
import { maxSource, type ReadSource, readSources, unusableStrategy } from './read-sources.ts'

const folderOf = '.stratagem/strategies'
const kind = {
  folder: folderOf,
  fits: (path: string) => /\.ts$/i.test(path) && !/\.d\.ts$/i.test(path),
  largest: 4 * maxSource,
}

export interface StrategyProject {
  readonly id: string
  readonly folder: string
}

/** The strategies of one project with the user's decision about them. */
export interface ProjectStrategyFiles {
  readonly trust: ProjectTrust
  /** Empty if they are not trusted. */
  readonly strategies: readonly Registered[]
}

/**
 * The strategies that projects bring in `.stratagem/strategies` (T25).
 *
 * 1. Files that are not trusted are not even compiled.
 * 2. What is run is exactly the text whose hash was trusted, not the result of a second read.
 */
export interface ProjectStrategies {
  /** @param others strategies whose names are already taken */
  look(project: StrategyProject, others: readonly StrategyInfo[]): Promise<ProjectStrategyFiles>
  trustOf(project: StrategyProject): Promise<ProjectTrust>
}

export function createProjectStrategies(options: HostFolders, bus: ChangeBus, trust: TrustFile): ProjectStrategies {
  const known = new Map<string, readonly ReadSource[]>()
  let last: Promise<unknown> = Promise.resolve()
  const texts = () => readIsolateTexts(options.resourcesFolder)

  async function lookNow(project: StrategyProject, others: readonly StrategyInfo[]): Promise<ProjectStrategyFiles> {
    const trustedFiles = await readTrustedFiles(project.folder, kind)
    const decision = trustIn(project, trustedFiles, trust)
    if (decision.state !== 'trusted') return { trust: decision, strategies: [] }
    const before = known.get(project.id) ?? []
    const next = await readSources(trustedFiles.files, 'project', before, others, texts)
    known.set(project.id, next)
    notifyBroken(bus, next, before)
    const unread = trustedFiles.unreadable.map(({ file, why }) =>
      unusableStrategy(file, { kind: 'project', file }, unreadable(file, why)),
    )
    return { trust: decision, strategies: [...next.map((each) => each.strategy), ...unread] }
  }

  return {
    // One scan at a time, so that a file is not compiled twice.
    look: (project, others) => {
      const look = last.then(() => lookNow(project, others))
      last = look.catch(() => undefined)
      return look
    },
    trustOf: async (project) => trustIn(project, await readTrustedFiles(project.folder, kind), trust),
  }
}

function trustIn(project: StrategyProject, trustedFiles: TrustedFiles, trust: TrustFile): ProjectTrust {
  const { files, unreadable, hash } = trustedFiles
  const all = [...files, ...unreadable.map(({ file, why }) => ({ file, text: `(${why})` }))]
  const state = all.length === 0 ? 'none' : trust.of(project.id, 'strategies', hash)
  return { part: 'strategies', state, hash, files: all }
}

const unreadable = (file: string, why: string) => ({
  kind: 'strategy-broke' as const,
  message: `The strategy in ${file} can’t be used: ${why.replace(/\.$/, '')}.`,
  advice: 'Replace it with a regular file, or remove it.',
})
