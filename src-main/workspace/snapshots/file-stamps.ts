import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/** Tells whether somebody else has written a file or put another in its place since it was looked at. */
export interface FileStamps {
  /** Also true of a file that has come where none was. What has gone has lost nothing. */
  isMoved(path: string): Promise<boolean>
}

const looksAtOnce = 64

/** Looks at files and links by their times; folders are none. */
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

/** Without the time of its last change of mode or links: another name of the same file may go meanwhile. */
function stampOf(file: string): Promise<string | null> {
  return lstat(file).then(
    (found) => (found.isDirectory() ? null : `${found.ino}:${found.size}:${found.mtimeMs}`),
    () => null,
  )
}
