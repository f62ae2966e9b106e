import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { CopyProgress, DependencyWay } from '../../src-shared/workspace.ts'
import { copyTree } from './copy-tree.ts'
import { makeFolders } from './restore-files.ts'
import { type SnapshotRepository, snapshotRepository } from './snapshot-repository.ts'
import { readSnapshot } from './take-snapshot.ts'
import { workspaceFailed } from './workspace-failure.ts'

export interface CopyOptions {
  /**
   * How ignored dependency folders come along. `clone`: copied, by copy-on-write where the disk can, so that
   * the copy is free of the original. `link`: links to what is in the project's own. What a command writes into a package
   * (a test that keeps a cache) is written in the project; the app's own tools don't follow a link out of a workspace.
   * `none`: they stay behind.
   */
  readonly dependencies: DependencyWay
  /** The file that will be the copy's index (`ofCopy`): its first snapshot then reads only what changed. */
  readonly index?: string
  onProgress?(progress: CopyProgress): void
  /** Gives the copy up: it rejects, and what is there of it is the caller's to remove. */
  readonly signal?: AbortSignal
}

/** Folders of installed packages, by name. */
const dependencyFolders: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'vendor', 'target'])

/** Writes a snapshot into `folder`, which must be empty or missing, and brings dependency folders along. */
export async function checkoutCopy(
  repository: SnapshotRepository,
  id: string,
  folder: string,
  options: CopyOptions,
): Promise<void> {
  await readSnapshot(repository, id)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0)
    throw workspaceFailed(`The folder ${folder} is not empty.`, 'Choose an empty folder for the copy.')
  options.signal?.throwIfAborted()
  try {
    await checkoutFiles(repository, id, await realpath(folder), options)
    if (options.dependencies !== 'none') await bringDependencies(repository, folder, options)
  } catch (thrown) {
    // Git that was ended tells nothing of why.
    options.signal?.throwIfAborted()
    throw thrown
  }
}

async function checkoutFiles(
  repository: SnapshotRepository,
  id: string,
  folder: string,
  { index, onProgress, signal }: CopyOptions,
): Promise<void> {
  const kept = index ?? join(repository.folder, repository.temporaryName('index'))
  const copy = snapshotRepository(repository.folder, folder, { index: kept, original: repository.original })
  const tell = (done: number, total: number | null) => onProgress?.({ stage: 'files', done, total })
  tell(0, null)
  try {
    await copy.withIndex(async (own) => {
      await copy.text(['read-tree', id], { index: own, signal })
      const total = onProgress === undefined ? 0 : await countFiles(copy, own)
      tell(0, total)
      // As many workers as there are cores: git's own word for it is 0.
      const args = ['-c', 'checkout.workers=0', 'checkout-index', '--all', '--quiet', '--index']
      await copy.text(args, { index: own, signal })
      tell(total, total)
    })
  } finally {
    if (index === undefined) await rm(kept, { force: true })
  }
}

async function countFiles(copy: SnapshotRepository, index: string): Promise<number> {
  const { output } = await copy.run(['ls-files', '-z'], { index })
  return output.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0)
}

async function bringDependencies(
  repository: SnapshotRepository,
  folder: string,
  { dependencies, onProgress, signal }: CopyOptions,
): Promise<void> {
  let before = 0
  for (const path of await ignoredDependencies(repository)) {
    signal?.throwIfAborted()
    const [from, to] = [join(repository.project, path), join(folder, path)]
    // Where the snapshot has something of its own there, or a link on the way, that stands.
    if (!(await makeFolders(folder, posix.dirname(path))) || (await isThere(to))) continue
    const tell = (done: number) => onProgress?.({ stage: 'dependencies', done: before + done, total: null })
    tell(0)
    if (dependencies === 'link') await linkEntries(from, to)
    else {
      let copied = 0
      await copyTree(from, to, {
        signal,
        onProgress: (done) => {
          copied = done
          tell(done)
        },
      })
      before += copied
    }
  }
}

/**
 * A folder of the copy's own that links to what is in the project's: a link in its place would be no folder, and so not
 * ignored by a rule about folders. What comes into it by itself, such as a new package, stays in the copy.
 */
async function linkEntries(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, place] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await symlink(source, place, 'junction')
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), place)
    else if (entry.isFile()) await copyFile(source, place, constants.COPYFILE_FICLONE)
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
  return all.map((path) => path.slice(0, -1)).filter((path) => dependencyFolders.has(posix.basename(path)))
}
