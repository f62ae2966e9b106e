import { join } from 'node:path'
import type { strategyRequests as requests } from '../../../src-shared/api/strategy-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { writeNewStrategy, writeProjectStrategy } from '../strategies/new-strategy.ts'
import type { StrategyProject } from '../strategies/project-strategies.ts'

type Parts = Pick<HostContext, 'options' | 'store' | 'bus' | 'strategies' | 'trust'>

export function strategyRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const { options, store, strategies, trust, bus } = parts
  const infosOf = async (projectId: string | null) => (await strategies.of(projectId)).infos()

  const ownTrust = async (project: StrategyProject) =>
    found(
      (await strategies.trustOf(project)).find(({ part }) => part === 'strategies'),
      'strategy',
    )

  async function newInProject(name: string, projectId: string) {
    const project = found(store.projects.get(projectId), 'project')
    const { state } = await ownTrust(project)
    if (state === 'undecided' || state === 'refused') throw new FailureError(notTrusted)
    const file = await writeProjectStrategy(project.folder, options.resourcesFolder, name, await infosOf(projectId))
    // Files written by the app itself don't change whether the project is trusted.
    trust.decide(projectId, 'strategies', (await ownTrust(project)).hash, 'trust')
    bus.publish({ kind: 'strategies' })
    return { file: join(project.folder, file), source: { kind: 'project', file } } as const
  }

  async function newForUser(name: string) {
    const file = writeNewStrategy(strategies.folder, options.resourcesFolder, name, await infosOf(null))
    await strategies.of(null)
    return { file, source: { kind: 'user', file: `${name}.ts` } } as const
  }

  return {
    'strategies-list': ({ projectId }) => infosOf(projectId),
    'strategy-new': ({ name, projectId }) => (projectId === null ? newForUser(name) : newInProject(name, projectId)),
    'strategy-reveal': async ({ name, projectId }) => {
      if (options.revealFile === undefined) throw new FailureError(noFileManager)
      const source = found((await infosOf(projectId)).find((each) => each.name === name)?.source, 'strategy')
      if (source.kind === 'imported') throw new FailureError(noFile)
      const folder =
        source.kind === 'user' ? strategies.folder : found(store.projects.get(projectId ?? ''), 'project').folder
      options.revealFile(join(folder, source.file))
      return null
    },
  }
}

const notTrusted = {
  kind: 'invalid-request',
  message: 'This project contains strategies that you have not trusted.',
  advice: 'Review them in Settings → Strategies, or create the new one for yourself.',
} as const

const noFile = {
  kind: 'invalid-request',
  message: 'This strategy came with an imported run, so it has no file.',
  advice: 'Its source is in Settings → Strategies.',
} as const

const noFileManager = {
  kind: 'invalid-request',
  message: 'There is no file manager here to show the file.',
  advice: 'Copy its path and open it in your editor.',
} as const
