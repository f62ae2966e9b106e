import { appendFile, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegularFile } from '../git-view/regular-files.ts'
import { cannotWrite } from './writing-view.ts'

/**
 * Holds one of git's locks while a file of a repository is replaced: the same that git takes, so that neither writes
 * over the other.
 * @param work returns the file's new content; null leaves it as it is
 * @throws FailureError if another git holds the lock
 */
export async function replaceLocked(folder: string, name: string, work: () => Promise<Buffer | null>): Promise<void> {
  const lock = join(folder, `${name}.lock`)
  const file = await open(lock, 'wx', 0o644).catch((thrown: unknown) => {
    throw isThere(thrown) ? cannotWrite(`Another git is working in this repository (${lock}).`, busyAdvice) : thrown
  })
  try {
    const content = await work()
    if (content !== null) await file.writeFile(content)
    await file.close()
    if (content !== null) await rename(lock, join(folder, name))
    else await rm(lock, { force: true })
  } catch (thrown) {
    await file.close().catch(() => undefined)
    await rm(lock, { force: true })
    throw thrown
  }
}

const busyAdvice = 'Wait until it is done. If none is running, remove the lock file.'
const isThere = (thrown: unknown) => thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST'

/** What git wrote at the end of the view's log of HEAD goes to the end of the real one, if there is one. */
export async function putBackLog(view: string, own: string): Promise<void> {
  const [real, seen] = [join(own, 'logs', 'HEAD'), join(view, 'logs', 'HEAD')]
  const before = await readRegularFile(real)
  if (before === null) return
  const after = await readFile(seen).catch(() => before.bytes)
  if (after.length > before.bytes.length && after.subarray(0, before.bytes.length).equals(before.bytes))
    await appendFile(real, after.subarray(before.bytes.length))
}
