import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface CopyTree {
  readonly signal?: AbortSignal | undefined
  /** Files copied so far. */
  onProgress(done: number): void
}

/** Folders copied at the same time: their system calls run in parallel on Node's threads. */
const foldersAtOnce = 8
const filesAtOnce = 16
/** Files between two progress reports. */
const reportEvery = 500

/**
 * Copies a folder recursively to a path that does not exist: copy-on-write if the disk supports it, else byte
 * for byte. Links are copied as links. FIFOs, sockets and devices are not copied.
 */
export async function copyTree(from: string, to: string, { signal, onProgress }: CopyTree): Promise<void> {
  let done = 0
  const waiting: string[] = ['']
  const copyEntry = async (entry: Dirent, path: string) => {
    const [source, target] = [join(from, path), join(to, path)]
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    done += 1
    if (done % reportEvery === 0) onProgress(done)
  }
  const copyFolder = async (path: string) => {
    signal?.throwIfAborted()
    await mkdir(join(to, path))
    const entries = await readdir(join(from, path), { withFileTypes: true })
    const files = entries.filter((each) => !each.isDirectory())
    for (let at = 0; at < files.length; at += filesAtOnce)
      await Promise.all(files.slice(at, at + filesAtOnce).map((each) => copyEntry(each, join(path, each.name))))
    for (const each of entries) if (each.isDirectory()) waiting.push(join(path, each.name))
  }
  const atWork = new Set<Promise<void>>()
  while (waiting.length > 0 || atWork.size > 0) {
    for (let next = waiting.pop(); next !== undefined; next = atWork.size < foldersAtOnce ? waiting.pop() : undefined) {
      const work: Promise<void> = copyFolder(next).finally(() => atWork.delete(work))
      atWork.add(work)
      if (atWork.size >= foldersAtOnce) break
    }
    await Promise.race(atWork)
  }
  onProgress(done)
}
