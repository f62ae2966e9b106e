import { constants } from 'node:fs'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import type { CopyProgress, DependencyWay } from '../../src-shared/workspace.ts'
import { extractFiles } from './snapshot-extract.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { readSnapshot } from './take-snapshot.ts'
import { workspaceFailed } from './workspace-failure.ts'

export interface CopyOptions {
  /**
   * How ignored dependency folders come along. `clone`: copied, by copy-on-write where the disk can, so that
   * the copy is free of the original. `link`: a link to the project's own, so that what is written there is
   * shared. `none`: they stay behind.
   */
  readonly dependencies: DependencyWay
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
  { dependencies, onProgress = () => {}, signal }: CopyOptions,
): Promise<void> {
  await readSnapshot(repository, id)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0)
    throw workspaceFailed(`The folder ${folder} is not empty.`, 'Choose an empty folder for the copy.')
  onProgress({ stage: 'files', done: 0, total: null })
  await extractFiles(repository, id, null, folder)
  const paths = dependencies === 'none' ? [] : await ignoredDependencies(repository)
  for (const [at, path] of paths.entries()) {
    signal?.throwIfAborted()
    onProgress({ stage: 'dependencies', done: at, total: paths.length })
    const [from, to] = [join(repository.project, path), join(folder, path)]
    await mkdir(dirname(to), { recursive: true })
    if (dependencies === 'link') await symlink(from, to, 'junction')
    else await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  }
}

async function ignoredDependencies(repository: SnapshotRepository): Promise<string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const all = (await repository.text(args)).split('\0').filter((path) => path.endsWith('/'))
  return all.map((path) => path.slice(0, -1)).filter((path) => dependencyFolders.has(posix.basename(path)))
}
