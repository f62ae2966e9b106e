import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unpackedPath } from '../../../src-shared/base/unpacked-path.ts'

/**
 * A file of the app as another program can open it: itself, or, if it lies in the archive of the packaged app, what was
 * unpacked beside that, or a copy.
 * @param kept folder for the copy
 */
export function fileForOthers(file: string, kept: string): string {
  const unpacked = unpackedPath(file)
  if (unpacked === file || existsSync(unpacked)) return unpacked
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  const copy = join(kept, basename(file))
  writeFileSync(copy, readFileSync(file))
  return copy
}
