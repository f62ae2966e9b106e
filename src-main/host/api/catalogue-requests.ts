import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { catalogueRequests as requests } from '../../../src-shared/api/catalogue-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { formatSize } from '../../../src-shared/base/format.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { hostStart } from '../log/log-record.ts'
import { projectTools } from '../run-ports/run-ports.ts'

type Parts = Pick<
  HostContext,
  'options' | 'notices' | 'home' | 'log' | 'store' | 'mcp' | 'settings' | 'skills' | 'keys' | 'workOf' | 'confinements'
>

/** Available choices, and information about this host. */
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
      return (
        await projectTools(parts, workOf(project), projectId, 'act', 'ask', { hooks: [], scripts: null }, null)
      ).infos()
    },
  }
}

const noFileManager = {
  kind: 'invalid-request',
  message: 'There is no file manager here to show the log.',
  advice: 'Copy its path and open it in your editor.',
} as const

const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Lines of the log that are included. */
const maxLines = 100

/** Diagnostic information, as text. The home folder is shown as `~`, since its path contains the user's name. */
async function diagnosticsOf({
  options,
  home,
  keys,
  log,
  notices,
  confinements,
}: Pick<HostContext, 'options' | 'home' | 'keys' | 'log' | 'notices' | 'confinements'>): Promise<string> {
  const { version, shell, platform, node, electron } = hostStart(options)
  const { words } = await confinements.means()
  const lines = [
    `Stratagem ${version} (${shell}) on ${platform}`,
    `Node ${node}${electron === null ? '' : `, Electron ${electron}`}`,
    `Data folder: ${home}`,
    `Database: ${formatSize(fileSize(join(home, 'stratagem.db')))}`,
    `Keys: ${keys.storage.kind}`,
    words,
    ...notices,
    '',
    ...(log.file === null ? ['No log is written, because the data folder is read-only.'] : log.recent(maxLines)),
  ]
  return `${lines.join('\n').replaceAll(homedir(), '~')}\n`
}
