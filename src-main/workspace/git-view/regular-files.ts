import { constants } from 'node:fs'
import { lstat, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Larger than any legitimate list of refs, bytes. */
const largest = 256 * 1024 * 1024
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export interface RegularFile {
  readonly bytes: Buffer
  /** ms */
  readonly changed: number
}

/** The content of a regular file; null for a link, a FIFO, a device, one too large, or none. */
export async function readRegularFile(path: string): Promise<RegularFile | null> {
  const file = await open(path, flags).catch(() => null)
  if (file === null) return null
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > largest || (await lstat(path)).isSymbolicLink()) return null
    return { bytes: await file.readFile(), changed: found.mtimeMs }
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Copies the named files that are regular files. */
export async function copyRegularFiles(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const found = await readRegularFile(join(from, name))
    if (found !== null) await writeFile(join(to, name), found.bytes, { mode: 0o600 })
  }
}

/** Whether this path itself is a folder, not a link to one. */
export const isRealFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** The first link in a folder, or null. @param deep whether to search its subfolders */
export async function firstLink(folder: string, deep: boolean): Promise<string | null> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return path
    const below = deep && entry.isDirectory() ? await firstLink(path, deep) : null
    if (below !== null) return below
  }
  return null
}
