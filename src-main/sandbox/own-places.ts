import { mkdir, readlink, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { existingPaths } from './existing-paths.ts'

/**
 * The real paths of a program's own files and folders. What is missing is made, as the program would at its first start:
 * a name with an extension is a file, any other a folder. A link that leads nowhere is followed, if the folder that it
 * leads to is there. Never rejects: what can't be made is left out.
 */
export async function ownPlaces(paths: readonly string[]): Promise<readonly string[]> {
  for (const path of paths) if (existingPaths([path]).length === 0) await make(path).catch(() => undefined)
  return existingPaths(paths)
}

/** Links that are followed, as the system does at most. */
const maxLinks = 40

async function make(path: string, links = 0): Promise<void> {
  const to = await readlink(path).catch(() => null)
  if (to !== null) {
    if (links < maxLinks) await make(resolve(dirname(path), to), links + 1)
    return
  }
  // The first dot of `.gemini` begins no extension.
  const kind = extname(path)
  // A folder that a link leads to may be on a disk that is not there now.
  if (links === 0) await mkdir(kind === '' ? path : dirname(path), { recursive: true, mode: 0o700 })
  else if (kind === '') await mkdir(path, { mode: 0o700 })
  // Programs refuse a file of theirs that is no JSON.
  if (kind !== '') await writeFile(path, kind === '.json' ? '{}\n' : '', { flag: 'wx', mode: 0o600 })
}
