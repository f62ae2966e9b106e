import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether somebody else has written or replaced a file since it was checked. */
export interface FileStamps {
  /** Also true for a file that is new. False for one that was removed: nothing of it could be lost. */
  isMoved(path: string): Promise<boolean>
}

const looksAtOnce = 64

/** Compares files and links by their times; folders don't count. */
export async function fileStamps(project: string, paths: readonly string[]): Promise<FileStamps> {
  const stamps = new Map<string, string | null>()
  for (let at = 0; at < paths.length; at += looksAtOnce) {
    const looks = paths.slice(at, at + looksAtOnce).map(async (path) => {
      stamps.set(path, await stampOf(join(project, path)))
    })
    await Promise.all(looks)
  }
  return {
    isMoved: async (path) => {
      const now = await stampOf(join(project, path))
      return now !== null && now !== stamps.get(path)
    },
  }
}

/** Without ctime: removing another hard link of the same file changes it. */
function stampOf(file: string): Promise<string | null> {
  return lstat(file).then(
    (found) => (found.isDirectory() ? null : `${found.ino}:${found.size}:${found.mtimeMs}`),
    () => null,
  )
}
