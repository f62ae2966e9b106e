import { constants as flags, type Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { temporaryName } from '../snapshots/own-leftovers.ts'
import { type HeldFolder, holdFolder } from './guard-folder.ts'
import { errorWithCode, resolvePath } from './guard-path.ts'
import { hashOf, openIn } from './guard-read.ts'
import { codeOf, problemFrom } from './guard-text.ts'
import { type Guarded, refused, type WorkspaceRoot } from './guard-types.ts'

/**
 * Writes a whole file through a temporary one next to it and a rename, so that a reader or a crash sees the
 * old text or the new one, never a part. A file that differs from `expected` is not touched (threat T32).
 */
export async function writeGuarded(
  home: WorkspaceRoot,
  path: string,
  text: string,
  expected: string | null | 'any',
): Promise<Guarded<{ readonly hash: string }>> {
  const resolved = await resolvePath(home, path)
  if (!resolved.ok) return resolved
  if (resolved.kind === 'folder') return refused(`${path} is a folder; a file can't be written in its place.`)
  if (resolved.kind === 'other') return refused(`${path} is a FIFO, a socket or a device, not a file.`)
  const bytes = Buffer.from(text, 'utf8')
  try {
    const folder = await holdFolder(home, dirname(resolved.absolute), true)
    try {
      const problem = await replaceIn(folder, basename(resolved.absolute), bytes, expected)
      return problem === null ? { ok: true, hash: hashOf(bytes) } : refused(`${resolved.relative} ${problem}`)
    } finally {
      await folder.close()
    }
  } catch (thrown) {
    return refused(problemFrom(thrown, path))
  }
}

async function replaceIn(folder: HeldFolder, name: string, bytes: Buffer, expected: string | null | 'any') {
  const before = await statOf(folder, name)
  if (before !== null && (before.mode & 0o200) === 0) return 'is write-protected and was not changed.'
  const temporary = temporaryName()
  await writeTemporary(folder, temporary, bytes, before)
  try {
    const problem = await differs(folder, name, expected)
    if (problem !== null) return problem
    await (expected === null ? putNew : rename)(folder.at(temporary), folder.at(name))
    return null
  } finally {
    await unlink(folder.at(temporary)).catch(() => undefined)
  }
}

async function writeTemporary(folder: HeldFolder, name: string, bytes: Buffer, before: Stats | null): Promise<void> {
  const fresh = flags.O_WRONLY | flags.O_CREAT | flags.O_EXCL | (flags.O_NOFOLLOW ?? 0)
  const file = await open(folder.at(name), fresh, 0o666)
  try {
    await folder.recheck()
    await file.writeFile(bytes)
    if (before !== null) await keepRights(file, before)
    await file.sync()
  } catch (thrown) {
    await unlink(folder.at(name)).catch(() => undefined)
    throw thrown
  } finally {
    await file.close()
  }
}

async function keepRights(file: FileHandle, before: Stats): Promise<void> {
  const now = await file.stat()
  // Only root can change a file's owner; otherwise another user's file becomes the writer's, as in editors.
  if (now.uid !== before.uid || now.gid !== before.gid) await file.chown(before.uid, before.gid).catch(() => undefined)
  await file.chmod(before.mode & 0o7777)
}

async function differs(folder: HeldFolder, name: string, expected: string | null | 'any'): Promise<string | null> {
  const now = await statOf(folder, name)
  if (expected === 'any') return null
  if (expected === null) return now === null ? null : 'was made by someone else just now, and was left as it is.'
  if (now === null) return 'was deleted by someone else just now.'
  const file = await openIn(folder, name)
  try {
    const same = hashOf(await file.readFile()) === expected
    return same ? null : 'was changed by someone else in the meantime, and was left as it is. Read it again first.'
  } finally {
    await file.close()
  }
}

async function statOf(folder: HeldFolder, name: string): Promise<Stats | null> {
  try {
    const found = await lstat(folder.at(name))
    if (found.isSymbolicLink()) throw errorWithCode('ELOOP')
    if (!found.isFile()) throw errorWithCode(found.isDirectory() ? 'EISDIR' : 'ENXIO')
    return found
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null
    throw thrown
  }
}

/** Creates a file where none may exist: a hard link fails if there is one, while a rename would silently replace it. */
async function putNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw thrown
    // Some file systems don't support hard links.
    await rename(from, to)
  }
}
