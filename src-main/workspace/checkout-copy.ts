import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { CopyProgress, DependencyWay } from '../../src-shared/workspace/workspace.ts'
import { copyTree } from './copy-tree.ts'
import { gitFailed } from './git/git-runner.ts'
import { ignoredToCopy } from './ignored-to-copy.ts'
import { isDependencyFolder } from './snapshots/dependency-folders.ts'
import { holdAsIn } from './snapshots/held-files.ts'
import { makeFolders } from './snapshots/restore-files.ts'
import { isMissing, type SnapshotRepository, snapshotRepository } from './snapshots/snapshot-repository.ts'
import type { Snapshot } from './snapshots/take-snapshot.ts'
import { readWhole } from './snapshots/whole-snapshots.ts'
import { workspaceFailed } from './workspace-failure.ts'

export interface CopyOptions {
  /**
   * How ignored dependency folders are copied. `clone`: copied, copy-on-write if the disk supports it, so that
   * the copy is independent of the original. `link`: links into the project's own folders. A command that writes into a
   * package (a test that keeps a cache) fails if commands are confined, and otherwise writes into the project;
   * the app's own tools don't follow a link out of a workspace. Build outputs are cloned, caches are not copied.
   * `none`: they are not copied. Small ignored files come along unless it is `none` (`ignored-to-copy.ts`).
   */
  readonly dependencies: DependencyWay
  /** The copy's future index file (`ofCopy`): its first snapshot then reads only what changed. */
  readonly index?: string
  onProgress?(progress: CopyProgress): void
  /** Cancels the copy: it rejects, and the caller removes what was written. */
  readonly signal?: AbortSignal
}

/** Build outputs: a link to those of another build would be useless. */
const builtFolders: ReadonlySet<string> = new Set(['target'])
/** Caches that tools keep next to the packages and can rebuild. */
const cacheFolders: ReadonlySet<string> = new Set(['.cache', '.vite', '.vite-temp', '.vitest', '.tmp', '.turbo'])

/** Writes a snapshot into `folder`, which must be empty or missing, and copies dependency folders. */
export async function checkoutCopy(
  repository: SnapshotRepository,
  id: string,
  folder: string,
  options: CopyOptions,
): Promise<void> {
  const snapshot = await readWhole(repository, id)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0)
    throw workspaceFailed(`The folder ${folder} is not empty.`, 'Choose an empty folder for the copy.')
  options.signal?.throwIfAborted()
  try {
    await checkoutFiles(repository, snapshot, await realpath(folder), options)
    if (options.dependencies === 'none') return
    await bringDependencies(repository, folder, options)
    await bringIgnored(repository, folder, options)
  } catch (thrown) {
    // A killed git does not report why.
    options.signal?.throwIfAborted()
    throw thrown
  }
}

async function checkoutFiles(
  repository: SnapshotRepository,
  snapshot: Snapshot,
  folder: string,
  { index, onProgress, signal }: CopyOptions,
): Promise<void> {
  const indexFile = index ?? join(repository.folder, repository.temporaryName('index'))
  const copy = snapshotRepository(repository.folder, folder, { index: indexFile, original: repository.original })
  const report = (done: number, total: number | null) => onProgress?.({ stage: 'files', done, total })
  const onTrouble = (text: string) => {
    const last = [...text.matchAll(progressLine)].at(-1)
    if (last !== undefined) report(Number(last[1]), Number(last[2]))
  }
  report(0, null)
  try {
    await copy.withIndex(async (own) => {
      // 0 makes git use as many workers as there are cores. The index records the stat data of the files.
      const args = ['-c', 'checkout.workers=0', 'read-tree', '-u', '--reset', '-v', snapshot.id]
      const made = await copy.run(args, { index: own, signal, onTrouble })
      if (made.code !== 0) throw gitFailed(args, { ...made, trouble: made.trouble.replace(progressLine, '') })
    })
    if (index !== undefined) await holdAsIn(copy, snapshot)
  } finally {
    if (index === undefined) await rm(indexFile, { force: true })
  }
}

/** Git's progress: `Updating files:  12% (6000/50000)`, one line per percent. Source: progress.c of git. */
const progressLine = /Updating files: +\d+% \((\d+)\/(\d+)\)[^\r\n]*[\r\n]/g

async function bringDependencies(
  repository: SnapshotRepository,
  folder: string,
  { dependencies, onProgress, signal }: CopyOptions,
): Promise<void> {
  let before = 0
  for (const path of await ignoredDependencies(repository)) {
    signal?.throwIfAborted()
    const [from, to] = [join(repository.project, path), join(folder, path)]
    // If the snapshot already has something there, or a link on the way, that is kept.
    if (!(await makeFolders(folder, posix.dirname(path))) || (await isThere(to))) continue
    const report = (done: number) => onProgress?.({ stage: 'dependencies', done: before + done, total: null })
    report(0)
    if (dependencies === 'link' && !builtFolders.has(posix.basename(path))) await linkEntries(from, to)
    else {
      let copied = 0
      await copyTree(from, to, {
        signal,
        onProgress: (done) => {
          copied = done
          report(done)
        },
      })
      before += copied
    }
  }
}

/** Small ignored files that tests may need, and what the project's `.worktreeinclude` names. */
async function bringIgnored(
  repository: SnapshotRepository,
  folder: string,
  { signal }: Pick<CopyOptions, 'signal'>,
): Promise<void> {
  const { files, folders } = await ignoredToCopy(repository)
  const bring = async (path: string, copy: (from: string, to: string) => Promise<void>) => {
    signal?.throwIfAborted()
    const [from, to] = [join(repository.project, path), join(folder, path)]
    if ((await makeFolders(folder, posix.dirname(path))) && !(await isThere(to))) await copy(from, to)
  }
  // One that was removed meanwhile is not needed.
  const asFile = (from: string, to: string) =>
    copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL).catch((thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
    })
  for (const path of files) await bring(path, asFile)
  for (const path of folders)
    await bring(path, (from, to) => copyTree(from, to, { signal, onProgress: () => undefined }))
}

/**
 * A real folder in the copy with links to the entries of the project's folder: a link in its place would not be
 * ignored by a rule for folders. What is added to it later, such as a new package or a cache, stays in the copy.
 */
async function linkEntries(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name.startsWith('@')) await linkEntries(source, target)
    else if (entry.isDirectory() && cacheFolders.has(entry.name)) continue
    else if (entry.isDirectory()) await symlink(source, target, 'junction')
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )

async function ignoredDependencies(repository: SnapshotRepository): Promise<string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const all = (await repository.text(args)).split('\0').filter((path) => path.endsWith('/'))
  return all.map((path) => path.slice(0, -1)).filter((path) => isDependencyFolder(posix.basename(path)))
}
