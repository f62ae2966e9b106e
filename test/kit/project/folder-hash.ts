import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A hash over every file of a folder: path, kind, mode and bytes; of a link, its target. */
export function folderHash(folder: string): string {
  const hash = createHash('sha256')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const path of paths) {
    const found = lstatSync(join(folder, path))
    hash.update(`${path}\0${found.mode}\0`)
    if (found.isSymbolicLink()) hash.update(readlinkSync(join(folder, path)))
    else if (found.isFile()) hash.update(readFileSync(join(folder, path)))
  }
  return hash.digest('hex')
}
