import { homedir } from 'node:os'
import type { HostContext } from '../host-context.ts'
import { hostStart } from '../log/log-record.ts'

/** Lines of the log that go along. */
const maxLines = 100

/** What whoever looks for a fault needs to know, as text. The home folder is shown as `~`, since it names the user. */
export async function diagnosticsOf({
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
    `Keys: ${keys.storage.kind}`,
    words,
    ...notices,
    '',
    ...(log.file === null ? ['No log is written, since the data folder can’t be written.'] : log.recent(maxLines)),
  ]
  return `${lines.join('\n').replaceAll(homedir(), '~')}\n`
}
