import { closeSync, constants as flags, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { readFile, stat, statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { toRelative } from './guard-path.ts'
import type { WorkspaceRoot } from './guard-types.ts'

/**
 * Reads small files synchronously, without the thread pool. A guarded read is a dozen system calls of a few
 * microseconds each; in the pool each waits for a thread, which is most of the cost of a tool call.
 *
 * 1. Nothing that could block the app: only small regular files on a local disk. If anything else is
 *    mounted inside the workspace, this is not used.
 * 2. The path is held open as in guard-folder.ts: each folder is opened through the one before, and no link is
 *    followed.
 * 3. Everything unusual is left to the ordinary guarded read, which reports it.
 */
const quickLimit = 256 * 1024

/** Local file systems, by Linux's numbers: ext, XFS, Btrfs, F2FS, tmpfs, overlay, ZFS. Source: man 2 statfs. */
const ownKinds: readonly number[] = [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630, 0x2fc12fc1]

/** The device of a folder that is entirely on a local disk; null for any other. */
export async function ownDevice(folder: string): Promise<number | null> {
  try {
    const [{ type }, { dev }, mounts] = await Promise.all([
      statfs(folder),
      stat(folder),
      readFile('/proc/self/mountinfo', 'utf8'),
    ])
    return ownKinds.includes(type) && !holdsMount(mounts, folder) ? dev : null
  } catch {
    return null
  }
}

/**
 * Whether something is mounted below the folder. The path is the fifth field of a line, with odd characters in octal.
 * Source: man 5 proc.
 */
function holdsMount(mounts: string, folder: string): boolean {
  const within = folder.endsWith(sep) ? folder : `${folder}${sep}`
  return mounts.split('\n').some((line) => {
    const at = (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    return at.startsWith(within)
  })
}

const directory = flags.O_RDONLY | flags.O_DIRECTORY | flags.O_NOFOLLOW
const regular = flags.O_RDONLY | flags.O_NOFOLLOW | flags.O_NONBLOCK

/** The bytes of the file at an absolute path in home, or null if it needs the ordinary read. */
export function readQuickly(home: WorkspaceRoot, absolute: string): Buffer | null {
  if (home.ownDevice === null || absolute === home.folder) return null
  const held: number[] = []
  try {
    const parts = toRelative(home, absolute).split('/')
    const name = parts.pop() ?? ''
    for (const part of parts) held.push(openSync(inside(home, held, part), directory))
    const file = inside(home, held, name)
    // Checked before it is opened: opening a FIFO or a device already has an effect.
    if (!lstatSync(file).isFile()) return null
    held.push(openSync(file, regular))
    return readWhole(held.at(-1) ?? -1, home.ownDevice)
  } catch {
    return null
  } finally {
    for (const each of held) closeSync(each)
  }
}

function inside(home: WorkspaceRoot, held: readonly number[], name: string): string {
  const folder = held.at(-1)
  return folder === undefined ? join(home.folder, name) : `/proc/self/fd/${folder}/${name}`
}

/** Null if it is not small, is on another device, or grows in the meantime. */
function readWhole(file: number, device: number): Buffer | null {
  const found = fstatSync(file)
  const { size } = found
  if (!found.isFile() || size > quickLimit || found.dev !== device) return null
  const bytes = Buffer.alloc(size + 1)
  // A regular file on a local disk returns all its bytes in one read.
  const total = readSync(file, bytes, 0, bytes.length, null)
  return total > size ? null : bytes.subarray(0, total)
}
