import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Child } from '../../processes/child.ts'
import { ownWork } from '../../processes/marks.ts'
import { startChild } from '../../processes/start-child.ts'
import { gitProgram } from '../git/find-git.ts'
import { gitEnvironment, noFile } from '../git/git-environment.ts'
import { type GitRun, gitFailed, gitText, runGit } from '../git/git-runner.ts'
import { ignoreRules } from '../git/ignore-rules.ts'
import { isAlive } from './own-leftovers.ts'

/**
 * The app's own bare repository that holds a project's snapshots.
 * 1. Git never uses the user's own repository: `GIT_DIR`, `GIT_WORK_TREE` and `GIT_INDEX_FILE` are
 *    always ours (T14).
 * 2. Content is never converted: a snapshot holds the file byte for byte.
 * 3. No git process works on the main index itself, so that a killed one leaves neither a lock nor a torn
 *    index (T13).
 */
export interface SnapshotRepository {
  /** The bare repository. */
  readonly folder: string
  /** Real path of the project. */
  readonly project: string
  /** Real path of the folder whose ignore rules apply: the project, or the one that it is a copy of. */
  readonly original: string
  /** The main index. */
  readonly index: string
  prepare(): Promise<void>
  /** Runs git and returns its output as text; fails if it does not exit with 0. */
  text(args: readonly string[], more?: GitMore): Promise<string>
  run(args: readonly string[], more?: GitMore): Promise<GitRun>
  /** Starts git for many queries. If it can't be started, its end says so. */
  start(args: readonly string[]): Child
  /** Gives `work` a copy of the main index; if it succeeds, the copy replaces the main one. */
  withIndex<T>(work: (index: string) => Promise<T>): Promise<T>
  /** A file or folder name in `folder` that no other process uses. */
  temporaryName(kind: string): string
  forgetIndex(): Promise<void>
}
interface GitMore {
  readonly index?: string
  /** The objects folder of another repository, which is read too. */
  readonly objects?: string
  readonly input?: string
  readonly limit?: number
  readonly signal?: AbortSignal | undefined
  /** Called with git's error stream, as it comes. */
  readonly onTrouble?: ((text: string) => void) | undefined
}

const settings = [
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.fsmonitor=false',
  `core.hooksPath=${noFile}`,
  `core.attributesFile=${noFile}`,
  'core.quotePath=false',
  'core.longPaths=true',
  'core.looseCompression=1',
  'core.commitGraph=false',
  'gc.auto=0',
].flatMap((each) => ['-c', each])

/** Cancels whatever the project's `.gitattributes` say; this file takes precedence. Source: gitattributes(5). */
const attributes = '* -text !eol !ident !filter !working-tree-encoding !diff !merge\n'

let names = 0

/** A copy of a project stores its snapshots with the project's, with its own index and the project's ignore rules. */
export interface SeparateCopy {
  readonly index: string
  /** Real path of the project. */
  readonly original: string
}

export function snapshotRepository(
  folder: string,
  project: string,
  apart: SeparateCopy | null = null,
): SnapshotRepository {
  const indexFile = apart?.index ?? join(folder, 'index')
  const environment = (index?: string, objects?: string) => ({
    ...gitEnvironment(),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: noFile,
    // Shows progress from the beginning, not after git's default of two seconds.
    GIT_PROGRESS_DELAY: '0',
    GIT_DIR: folder,
    GIT_WORK_TREE: project,
    GIT_INDEX_FILE: index ?? indexFile,
    ...(objects !== undefined && { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate(objects) }),
  })
  const options = (more: GitMore = {}) => ({
    folder: project,
    environment: environment(more.index, more.objects),
    input: more.input,
    limit: more.limit,
    signal: more.signal,
    onTrouble: more.onTrouble,
  })
  const repository: SnapshotRepository = {
    folder,
    project,
    original: apart?.original ?? project,
    index: indexFile,
    prepare: () => prepare(repository),
    text: (args, more) => gitText([...settings, ...args], options(more)),
    run: (args, more) => runGit([...settings, ...args], options(more)),
    start: (args) =>
      startChild(
        { program: gitProgram(), args: [...settings, ...args], folder: project, environment: environment() },
        { kind: 'helper', owner: ownWork, input: 'open' },
      ),
    withIndex: (work) => withIndex(repository, work),
    temporaryName: (kind) => `${kind}-${process.pid}-${++names}`,
    forgetIndex: () => rm(indexFile, { force: true }),
  }
  return repository
}

/** Quoted, so that a separator in its name does not part it. Source: git(1), GIT_ALTERNATE_OBJECT_DIRECTORIES. */
const alternate = (objects: string) => `"${objects.replaceAll('\\', '/').replaceAll('"', '\\"')}"`

async function prepare(repository: SnapshotRepository): Promise<void> {
  const { folder, project, original } = repository
  if (!(await isThere(join(folder, 'HEAD')))) await makeRepository(folder, project)
  await mkdir(join(folder, 'info'), { recursive: true, mode: 0o700 })
  await writeIfOther(join(folder, 'info', 'attributes'), attributes)
  await writeIfOther(join(folder, 'info', 'exclude'), await ignoreRules(original, ownFolder(original, folder)))
  await removeLeftovers(folder)
  // If the project is on another disk, restored files are prepared there.
  await removeLeftovers(project).catch(() => undefined)
}

/**
 * Git makes the repository beside its place, and `HEAD` moves last: whoever finds it finds the rest, also while
 * another window or command makes the same repository.
 */
async function makeRepository(folder: string, project: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = join(folder, `init-${process.pid}-${++names}`)
  try {
    const args = ['init', '--quiet', '--bare', '--template=', '--initial-branch=snapshots', made]
    const environment = { ...gitEnvironment(), LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: noFile }
    const run = await runGit(args, { folder: project, environment })
    if (run.code !== 0) throw gitFailed(args, run)
    const parts = (await readdir(made)).filter((name) => name !== 'HEAD')
    for (const name of [...parts, 'HEAD'])
      await rename(join(made, name), join(folder, name)).catch(async (thrown: unknown) => {
        if (!(await isThere(join(folder, name)))) throw thrown
      })
  } finally {
    await rm(made, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** A data folder inside the project is not part of the project. */
function ownFolder(project: string, folder: string): string[] {
  const way = relative(project, folder)
  return way.startsWith('..') || way === '' ? [] : [`/${way.split(sep).join('/')}/`]
}

/** Renamed into place, so that git in another process never reads half of it. */
async function writeIfOther(file: string, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === text) return
  const half = join(dirname(dirname(file)), `init-${process.pid}-${++names}`)
  await writeFile(half, text, { mode: 0o600 })
  // On Windows a file that another process has open can't be replaced, but can be written.
  await rename(half, file).catch(() => writeFile(file, text, { mode: 0o600 }))
  await rm(half, { force: true })
}

/** Files left behind by processes that are gone. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = /^\.?(?:stratagem-)?(?:init|index|restore|watch|view)-(\d+)-\d+/.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner)))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function withIndex<T>(repository: SnapshotRepository, work: (index: string) => Promise<T>): Promise<T> {
  const indexFile = repository.index
  const own = join(repository.folder, repository.temporaryName('index'))
  await shareIndex(indexFile, own)
  try {
    const result = await work(own)
    await rename(own, indexFile).catch((thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
    })
    return result
  } finally {
    await rm(own, { force: true })
    await rm(`${own}.lock`, { force: true })
  }
}

/**
 * Git replaces an index and never writes into one, so a hard link serves as a copy. Its time must stay: by
 * it git knows which files may have changed in the tick in which they were recorded ("racy git").
 */
async function shareIndex(indexFile: string, own: string): Promise<void> {
  try {
    await link(indexFile, own)
  } catch (thrown) {
    if (isMissing(thrown)) return
    const { mtimeMs } = await stat(indexFile)
    await copyFile(indexFile, own)
    await utimes(own, mtimeMs / 1000 - 2, Math.floor(mtimeMs / 1000) - 2)
  }
}

export function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
