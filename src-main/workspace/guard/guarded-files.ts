import { realpath } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { holdMethod } from './guard-folder.ts'
import { listGuarded } from './guard-list.ts'
import { resolvePath } from './guard-path.ts'
import { ownDevice } from './guard-quick.ts'
import { openGuarded, readGuarded } from './guard-read.ts'
import type { Guarded, WorkspaceRoot } from './guard-types.ts'
import { writeGuarded } from './guard-write.ts'
import { readWholeFile, readWholeTree } from './whole-tree.ts'

/**
 * The files of one workspace. Whatever path is given, nothing outside the folder is read or written,
 * only regular files are opened, and every failure is a sentence (threats T15, T16, T32).
 *
 * @param path the workspace's folder, absolute. Rejects if it does not exist.
 * @param hold the system's best method, if left out
 * @param alias another absolute path that may be written for it, such as that in a container; null: the given one
 */
export async function guardFiles(path: string, hold = holdMethod(), alias: string | null = null) {
  const folder = await realpath(path)
  const home: WorkspaceRoot = {
    folder,
    requested: alias ?? path,
    hold,
    ownDevice: hold === 'by-descriptor' ? await ownDevice(folder) : null,
  }
  return {
    folder: home.folder,
    resolve: (path: string) => resolvePath(home, path),
    readText: (path: string) => readGuarded(home, path),
    writeText: (path: string, text: string, expected: string | null | 'any') =>
      writeGuarded(home, path, text, expected),
    list: (path: string, depth: number, limit: number) => listGuarded(home, path, depth, limit),
    openBytes: (path: string) => openBytes(home, path),
    wholeTree: (path: string) => readWholeTree(home, path),
    wholeFile: (path: string) => readWholeFile(home, path),
  }
}

/** @returns the file's bytes as a stream, which closes the file when it ends or is destroyed. */
async function openBytes(home: WorkspaceRoot, path: string): Promise<Guarded<OpenedBytes>> {
  const opened = await openGuarded(home, path)
  if (!opened.ok) return opened
  const stream = opened.file.createReadStream({ highWaterMark: 262_144 })
  return { ok: true, stream, relative: opened.relative, size: opened.size }
}

export interface OpenedBytes {
  readonly stream: Readable
  readonly relative: string
  readonly size: number
}
