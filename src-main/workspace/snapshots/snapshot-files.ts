import { constants, type Stats } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { gitFailed } from '../git/git-runner.ts'
import { filesInNested } from './nested-repositories.ts'
import { clearLeftover, isOwnTemporary } from './own-leftovers.ts'
import { pathsIn } from './paths-in.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'

/** The updates that make an index match the project's current files. Project-relative paths. */
export interface IndexUpdates {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  /** What a snapshot cannot hold; folders end with a slash. */
  readonly notCovered: readonly string[]
}

/** Larger files are not put in snapshots, bytes. */
export const largestFile = 50 * 1024 * 1024
const looksAtOnce = 64

/**
 * Compares the project with the index by time and size, so unchanged files are not read. What is ignored now is
 * removed, even if an older snapshot had it: equal files and rules make equal snapshots, whatever the history. Working
 * files of nested repositories and submodules are files like others; their `.git` never is.
 */
export async function findIndexUpdates(repository: SnapshotRepository, index: string): Promise<IndexUpdates> {
  const othersArgs = ['ls-files', '-z', '--others', '--exclude-standard']
  const changedArgs = ['diff-files', '-z', '--raw', '--no-renames', '--ignore-submodules=all']
  const ignoredArgs = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard']
  const run = async (args: readonly string[]) => {
    const ran = await repository.run(args, { index })
    if (ran.code !== 0) throw gitFailed(args, ran)
    return ran
  }
  const [others, changed, ignored] = await Promise.all([run(othersArgs), run(changedArgs), run(ignoredArgs)])
  const nowIgnored = new Set(pathsIn(ignored.output))
  const fields = pathsIn(changed.output)
  const tracked = fields.flatMap((path, at) =>
    at % 2 === 1 ? [{ path, gone: fields[at - 1]?.endsWith(' D') === true }] : [],
  )
  const inNested = await filesInNested(repository, index, pathsIn(others.output))
  const seen = await inBatches(
    [...pathsIn(others.output).filter((path) => !inNested.entered.has(path)), ...inNested.files],
    (path) => lookAt(repository.project, path),
  )
  const again = await inBatches(tracked, async ({ path, gone }) => ({
    path,
    kind: gone || nowIgnored.has(path) ? ('gone' as const) : (await lookAt(repository.project, path)).kind,
  }))
  const goneNow = again.filter((each) => each.kind !== 'covered').map((each) => each.path)
  return {
    add: [...seen, ...again].filter((each) => each.kind === 'covered').map((each) => each.path),
    remove: [...new Set([...goneNow, ...nowIgnored])],
    notCovered: [...seen, ...again]
      .filter((each) => each.kind === 'not-covered')
      .map((each) => each.path)
      .concat(closedFolders(others.trouble + inNested.trouble)),
  }
}

interface Look {
  readonly path: string
  readonly kind: 'covered' | 'not-covered' | 'gone'
}

async function lookAt(project: string, path: string): Promise<Look> {
  // A folder that git lists as one entry is a nested repository that was not entered; U+FFFD marks a name that is not UTF-8.
  if (path.endsWith('/') || path.includes('\ufffd')) return { path, kind: 'not-covered' }
  const file = join(project, path)
  if (isOwnTemporary(path)) {
    await clearLeftover(file)
    return { path, kind: 'gone' }
  }
  const found = await lstat(file).catch(() => undefined)
  if (!found) return { path, kind: 'gone' }
  // FIFOs, sockets and devices have no content.
  if (!found.isFile() && !found.isSymbolicLink()) return { path, kind: 'gone' }
  return { path, kind: (await isCovered(file, found)) ? 'covered' : 'not-covered' }
}

async function isCovered(file: string, found: Stats): Promise<boolean> {
  if (found.isSymbolicLink()) return true
  if (found.size > largestFile) return false
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
}

/** Folders that git could not read, parsed from its messages. */
function closedFolders(trouble: string): string[] {
  return [...trouble.matchAll(/^warning: could not open directory '(.+)': /gm)].map((each) => each[1] ?? '')
}

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += looksAtOnce)
    done.push(...(await Promise.all(items.slice(at, at + looksAtOnce).map(work))))
  return done
}

/** Updates the index. @returns the paths that git refused */
export async function updateIndex(
  repository: SnapshotRepository,
  index: string,
  work: IndexUpdates,
): Promise<string[]> {
  if (work.remove.length > 0)
    await repository.text(['update-index', '-z', '--force-remove', '--stdin'], input(index, work.remove))
  return work.add.length > 0 ? addFiles(repository, index, work.add) : []
}

const input = (index: string, paths: readonly string[]) => ({ index, input: paths.map((path) => `${path}\0`).join('') })
/** Errors that concern one file; any other (such as a full disk) fails the snapshot. */
const ofOneFile =
  /Permission denied|Invalid path|Invalid argument|does not exist|beyond a symbolic link|unable to (stat|index)|can only add|short read|changed during/i

async function addFiles(repository: SnapshotRepository, index: string, paths: readonly string[]): Promise<string[]> {
  const args = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin']
  const run = await repository.run(args, input(index, paths))
  if (run.code === 0) return [...run.trouble.matchAll(/^Ignoring path (.+)$/gm)].map((each) => each[1] ?? '')
  const [only] = paths
  if (!ofOneFile.test(run.trouble)) throw gitFailed(args, run)
  if (only !== undefined && paths.length === 1) return [only]
  const half = Math.ceil(paths.length / 2)
  const first = await addFiles(repository, index, paths.slice(0, half))
  return [...first, ...(await addFiles(repository, index, paths.slice(half)))]
}
