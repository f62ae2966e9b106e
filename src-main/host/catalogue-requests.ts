import type { HandlersOf } from './handlers.ts'
import type { HostParts } from './host-parts.ts'
import { writeNewStrategy } from './new-strategy.ts'
import { found } from './not-found.ts'
import { projectTools } from './run-ports.ts'

/** What there is to choose from, and what this host is. */
export function catalogueRequests(
  parts: HostParts,
): HandlersOf<'host-info' | 'strategies-list' | 'strategy-new' | 'tools-list'> {
  const { options, keys, store, workOf, strategies } = parts
  return {
    'host-info': () => ({
      version: options.version,
      shell: options.shell,
      platform: process.platform,
      dataFolder: options.dataFolder,
      keyStorage: keys.storage,
      folderDialog: options.folderDialog !== null,
      openProject: options.openProject(),
    }),
    'strategies-list': async () => {
      await strategies.refresh()
      return strategies.infos()
    },
    'strategy-new': async ({ name }) => {
      const file = writeNewStrategy(strategies.folder, options.resourcesFolder, name, strategies.infos())
      await strategies.refresh()
      return { file }
    },
    'tools-list': async ({ projectId }) => {
      const project = found(store.projects.get(projectId), 'project')
      return (await projectTools(parts, workOf(project), projectId, 'act', 'ask')).infos()
    },
  }
}
