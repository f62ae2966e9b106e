import type { catalogueRequests as requests } from '../../../src-shared/api/catalogue-requests.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { projectTools } from '../run-ports/run-ports.ts'

/** What there is to choose from, and what this host is. */
export function catalogueRequests(parts: HostContext): HandlersOf<keyof typeof requests> {
  const { options, home, keys, notices, store, workOf } = parts
  return {
    'host-info': () => ({
      version: options.version,
      shell: options.shell,
      platform: process.platform,
      dataFolder: home,
      keyStorage: keys.storage,
      notices,
      folderDialog: options.folderDialog !== null,
      revealFile: options.revealFile !== undefined,
      openProject: options.openProject(),
    }),
    'tools-list': async ({ projectId }) => {
      const project = found(store.projects.get(projectId), 'project')
      return (await projectTools(parts, workOf(project), projectId, 'act', 'ask')).infos()
    },
  }
}
