import { createHash, randomBytes } from 'node:crypto'
import { lstat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename } from 'node:path'

const computer = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const named = /^\.stratagem-(?:(\d+)-([0-9a-f]{8})-)?[0-9a-f]{16}\.tmp$/
/** ms that no write exceeds. */
const hour = 3_600_000

/**
 * A name for a temporary file that is about to replace another one in a project. It names the writer, so that one
 * left by a crash can be distinguished from one that is being written.
 */
export const temporaryName = (): string => `.stratagem-${process.pid}-${computer}-${randomBytes(8).toString('hex')}.tmp`

/** Whether a file is such a temporary one: not part of the project, so neither listed nor put in snapshots. */
export const isOwnTemporary = (path: string): boolean => named.test(basename(path))

/** Removes such a file if its writer is gone. Ignores failures. */
export async function clearLeftover(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (found?.isFile() !== true) return
  const [, writer, where] = named.exec(basename(file)) ?? []
  const isOld = Date.now() - found.mtimeMs > (where === computer || where === undefined ? hour : 24 * hour)
  const isGone = where === computer && writer !== undefined && !isAlive(Number(writer))
  if (isOld || isGone) await unlink(file).catch(() => undefined)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')
  }
}
