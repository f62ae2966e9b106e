import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMissing } from './snapshots/snapshot-repository.ts'

export interface SmallFile {
  readonly bytes: Buffer
  /** The temporary path, on the same disk; must not exist. */
  readonly half: string
  /** The final path. */
  readonly file: string
  readonly mode?: number
}

/**
 * Writes a small file of the store synchronously: that takes about a tenth of a millisecond, less than the
 * overhead of sending each of the calls to another thread.
 */
export function writeSmallFile({ bytes, half, file, mode = 0o600 }: SmallFile): void {
  try {
    writeFileSync(half, bytes, { flag: 'wx', mode })
    try {
      renameSync(half, file)
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      renameSync(half, file)
    }
  } catch (thrown) {
    rmSync(half, { force: true })
    throw thrown
  }
}

/** Updates a file's time to mark it as just used; false if it is missing. */
export function touchFile(file: string): boolean {
  const now = new Date()
  try {
    utimesSync(file, now, now)
    return true
  } catch {
    return false
  }
}
