import { closeSync, constants as flags, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { readFile, stat, statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { toRelative } from './guard-path.ts'
import type { Home } from './guard-types.ts'

/**
 * Reads small files without a way through the thread pool. A guarded read is a dozen system calls of a few
 * microseconds; by the pool each of them waits for a thread, and that is most of what a tool call costs.
 *
 * 1. Nothing that could hold up the app: only small regular files on a disk of this machine. Where anything else is
 *    mounted inside the workspace, nothing is read this way.
 * 2. The way is held open as in guard-folder.ts: every part is opened through the one before, and no link is followed.
 * 3. Whatever is odd is left to the long way, which knows what to say of it.
 */
const quickLimit = 256 * 1024

/** File systems of this machine, as Linux numbers them: ext, XFS, Btrfs, F2FS, tmpfs, overlay, ZFS. Source: man 2 statfs. */
const ownKinds: readonly number[] = [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630, 0x2fc12fc1]

/** The device of a folder that answers at once, all that is in it included; null for any other. */
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

/** Whether something is mounted below the folder. The path is the fifth field of a line, with odd characters in octal. Source: man 5 proc. */
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

/** The bytes of the file at an absolute path in home, or null if it is to be read the long way. */
export function readQuickly(home: Home, absolute: string): Buffer | null {
  if (home.ownDevice === null || absolute === home.folder) return null
  const held: number[] = []
  try {
    const parts = toRelative(home, absolute).split('/')
    const name = parts.pop() ?? ''
    for (const part of parts) held.push(openSync(inside(home, held, part), directory))
    const file = inside(home, held, name)
    // Looked at before it is opened: even to open a FIFO or a device does something.
    if (!lstatSync(file).isFile()) return null
    held.push(openSync(file, regular))
    return readWhole(held.at(-1) ?? -1, home.ownDevice)
  } catch {
    return null
  } finally {
    for (const each of held) closeSync(each)
  }
}

function inside(home: Home, held: readonly number[], name: string): string {
  const folder = held.at(-1)
  return folder === undefined ? join(home.folder, name) : `/proc/self/fd/${folder}/${name}`
}

/** Null if it is not small, lies elsewhere, or grows meanwhile. */
function readWhole(file: number, device: number): Buffer | null {
  const found = fstatSync(file)
  const { size } = found
  if (!found.isFile() || size > quickLimit || found.dev !== device) return null
  const bytes = Buffer.alloc(size + 1)
  // A regular file on a disk gives all it has at once.
  const total = readSync(file, bytes, 0, bytes.length, null)
  return total > size ? null : bytes.subarray(0, total)
}
