import { chmod, copyFile, lstat, mkdir, readlink, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAbsent, type TreeDifference } from './snapshot-changes.ts'
import { isMissing } from './snapshot-repository.ts'

/**
 * Moves one file of `ready` to its path in the project. False if something is in the way that no snapshot
 * holds: that is kept. A link is never followed, neither as a parent folder nor as the file itself (T16).
 */
export async function moveIntoProject(
  ready: string,
  project: string,
  { path, modeBefore }: TreeDifference,
): Promise<boolean> {
  if (!(await makeFolders(project, dirname(path)))) return false
  const [from, to] = [join(ready, path), join(project, path)]
  const there = await lstat(to).catch(() => undefined)
  if (there?.isDirectory()) {
    // Removes the folder only if it is empty, so nothing is lost.
    const gone = await rmdir(to).then(
      () => true,
      () => false,
    )
    if (!gone) return false
  } else if (there && isAbsent(modeBefore)) return false
  if (there?.isFile()) await keepMode(from, there.mode)
  await renameAcross(from, to)
  return true
}

/** The old file's permissions, except "executable", which the snapshot records. */
async function keepMode(from: string, mode: number): Promise<void> {
  const made = await lstat(from)
  if (!made.isFile()) return
  const plain = mode & 0o666
  await chmod(from, (made.mode & 0o100) === 0 ? plain : plain | ((plain & 0o444) >> 2))
}

/** Creates a folder and its parents. False if something other than a real folder is in the way. */
export async function makeFolders(project: string, folder: string): Promise<boolean> {
  if (folder === '.') return true
  if (!(await makeFolders(project, dirname(folder)))) return false
  const path = join(project, folder)
  const there = await lstat(path).catch(() => undefined)
  if (there) return there.isDirectory()
  await mkdir(path)
  return true
}

/** A rename that replaces; if another disk is mounted there, a copy next to the target and then a rename. */
export async function renameAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EXDEV')) throw thrown
    const near = join(dirname(to), `.stratagem-restore-${process.pid}-0-${basename(to)}`.slice(0, 200))
    try {
      if ((await lstat(from)).isSymbolicLink()) await symlink(await readlink(from), near)
      else await copyFile(from, near)
      await rename(near, to)
    } finally {
      await rm(near, { force: true })
    }
  }
}

/** Removes a file or link, and parent folders that become empty. Keeps what has become a folder since. */
export async function removeFile(project: string, path: string): Promise<void> {
  if (!(await isOnTheWay(project, dirname(path)))) return
  const file = join(project, path)
  const there = await lstat(file).catch(() => undefined)
  if (!there || there.isDirectory()) return
  await unlink(file).catch((thrown: unknown) => {
    if (!isMissing(thrown)) throw thrown
  })
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (
      !(await rmdir(join(project, folder)).then(
        () => true,
        () => false,
      ))
    )
      return
}

/** Whether `folder` and all its parents are real folders, not links. */
export async function isOnTheWay(project: string, folder: string): Promise<boolean> {
  if (folder === '.') return true
  const there = await lstat(join(project, folder)).catch(() => undefined)
  return there?.isDirectory() === true && isOnTheWay(project, dirname(folder))
}
