import type { catalogueRequests as requests } from '../../../src-shared/api/catalogue-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { projectTools } from '../run-ports/run-ports.ts'
import { diagnosticsOf } from './diagnostics.ts'

type Parts = Pick<HostContext, 'options' | 'notices' | 'home' | 'log' | 'store' | 'keys' | 'workOf' | 'confinements'>

/** What there is to choose from, and what this host is. */
export function catalogueRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const { options, home, keys, log, notices, store, workOf } = parts
  return {
    'host-info': () => ({
      version: options.version,
      shell: options.shell,
      platform: process.platform,
      dataFolder: home,
      logFile: log.file,
      keyStorage: keys.storage,
      notices,
      folderDialog: options.folderDialog !== null,
      revealFile: options.revealFile !== undefined,
      openProject: options.openProject(),
    }),
    'host-diagnostics': () => diagnosticsOf(parts),
    'log-reveal': () => {
      if (log.file === null || options.revealFile === undefined) throw new FailureError(noFileManager)
      options.revealFile(log.file)
      return null
    },
    'tools-list': async ({ projectId }) => {
      const project = found(store.projects.get(projectId), 'project')
      return (await projectTools(parts, workOf(project), projectId, 'act', 'ask')).infos()
    },
  }
}

const noFileManager = {
  kind: 'invalid-request',
  message: 'There is no file manager to show the log with here.',
  advice: 'Copy its path and open it in your editor.',
} as const
