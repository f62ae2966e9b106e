import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const isRoot = process.getuid?.() === 0

/** Whether a folder can be mounted so that even root can't write it: on Linux, as root, if namespaces are allowed. */
export const canMountReadOnly =
  isRoot && process.platform === 'linux' && spawnSync('unshare', ['-m', 'true']).status === 0

const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'

/** The command, wrapped so that it alone sees the folder mounted read-only; the mount ends with it. */
export const onReadOnlyMount = (folder: string, command: readonly string[]): readonly [string, ...string[]] => [
  'unshare',
  '-m',
  'sh',
  '-c',
  script,
  'sh',
  folder,
  ...command,
]

const program = join(import.meta.dirname, '../../../src-main/shell-command/agent.js')
const fullScript =
  'cp -a "$1" "$1.copy" && mount -t tmpfs -o size=16m,mode=700 none "$1" && cp -a "$1.copy/." "$1" && rm -rf "$1.copy" && ' +
  '{ cat /dev/zero > "$1/fill" 2>/dev/null; true; } && shift && exec "$@"'

/** What a command of ours says on a copy of the data folder that is on a disk without a free byte (`canMountReadOnly`). */
export function onFullDisk(folder: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['-m', 'sh', '-c', fullScript, 'sh', folder, process.execPath, program, ...args],
    { env: { ...process.env, STRATAGEM_HOME: folder }, encoding: 'utf8' },
  )
  return { code: status, out: stdout, error: stderr }
}
