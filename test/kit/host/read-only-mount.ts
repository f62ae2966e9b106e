import { spawnSync } from 'node:child_process'

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
