import { lstat, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findRepository } from '../git-view/find-repository.ts'
import { workspaceFailed } from '../workspace-failure.ts'
import { removeFile, renameAcross } from './restore-files.ts'
import { treeDifferences } from './snapshot-changes.ts'
import { extractFiles } from './snapshot-extract.ts'
import { largestFile } from './snapshot-files.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { namedSnapshot, readSnapshot, type Snapshot } from './take-snapshot.ts'
import { writeObject } from './write-object.ts'

/** Snapshots of files that are not the project's own, such as those of an imported task. */

export interface GivenFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  /** As git writes them: a file, a program, a link. */
  readonly mode: '100644' | '100755' | '120000'
  /** The content; of a link its target. */
  readonly bytes: Buffer
}

/** Files of one snapshot that are laid over others. */
export interface Overlay {
  readonly snapshot: string
  /** A path that the snapshot does not have is removed. */
  readonly paths: readonly string[]
}

/** Takes and keeps a snapshot of these files alone. @throws FailureError `workspace-failed` for an invalid path */
export async function snapshotOfFiles(
  repository: SnapshotRepository,
  files: AsyncIterable<GivenFile> | Iterable<GivenFile>,
): Promise<Snapshot> {
  const lines: string[] = []
  const notCovered: string[] = []
  for await (const { path, mode, bytes } of files) {
    if (!isPlainPath(path)) throw badPath(path)
    if (bytes.length > largestFile) notCovered.push(path)
    else lines.push(`${mode} ${await writeObject(repository, 'blob', bytes)}\t${path}\0`)
  }
  return inOwnIndex(repository, async (index) => {
    await repository.text(['update-index', '-z', '--index-info'], { index, input: lines.join('') })
    const tree = (await repository.text(['write-tree'], { index })).trim()
    return namedSnapshot(repository, tree, notCovered.sort())
  })
}

/**
 * Takes and keeps a snapshot of the files of a commit, without its history. Only objects of the other repository are
 * read, never its settings; submodules stay empty folders.
 * @param folder the working tree of that repository
 * @param commit its id, or the beginning of it
 * @throws FailureError `workspace-failed` if there is no such repository or commit
 */
export async function snapshotOfCommit(
  repository: SnapshotRepository,
  folder: string,
  commit: string,
): Promise<Snapshot> {
  const found = await findRepository(folder)
  if ('why' in found) throw workspaceFailed(`No files can be read from ${folder}: ${found.why}.`, 'Give a clone of it.')
  const objects = join(found.common, 'objects')
  const isId = /^[0-9a-f]{7,40}$/.test(commit)
  const named = isId ? await repository.run(['rev-parse', '--verify', `${commit}^{tree}`], { objects }) : null
  const tree = named?.output.toString().trim() ?? ''
  if (named?.code !== 0) throw noCommit(folder, commit)
  const listed = await repository.text(['rev-list', '--objects', '--no-walk', tree], { objects })
  const input = listed.replaceAll(/^([0-9a-f]{40}).*$/gm, '$1')
  const pack = join(repository.folder, 'objects', 'pack', 'pack')
  await mkdir(dirname(pack), { recursive: true })
  await repository.text(['pack-objects', '--quiet', '--delta-base-offset', pack], { objects, input })
  return namedSnapshot(repository, tree, [])
}

/**
 * The snapshot that a patch makes of another. @param patch as `git diff` prints it
 * @throws FailureError `workspace-failed` if it does not apply
 */
export async function patchedSnapshot(repository: SnapshotRepository, id: string, patch: string): Promise<Overlay> {
  await readSnapshot(repository, id)
  return inOwnIndex(repository, async (index) => {
    await repository.text(['read-tree', id], { index })
    const args = ['apply', '--cached', '--whitespace=nowarn', '-']
    const applied = await repository.run(args, { index, input: patch })
    if (applied.code !== 0) throw doesNotApply(applied.trouble)
    const tree = (await repository.text(['write-tree'], { index })).trim()
    const { id: snapshot } = await namedSnapshot(repository, tree, [])
    return { snapshot, paths: (await treeDifferences(repository, id, snapshot)).map(({ path }) => path) }
  })
}

/**
 * Writes files over those of a copy. Whatever is in the way there is removed, and no link is followed: an agent may
 * have put one there. For copies only, and once nothing works in them anymore.
 */
export async function layOver(repository: SnapshotRepository, { snapshot, paths }: Overlay): Promise<void> {
  await readSnapshot(repository, snapshot)
  const present = new Set(await pathsIn(repository, snapshot))
  const ready = join(repository.folder, repository.temporaryName('restore'))
  const { project } = repository
  try {
    const written = paths.filter((path) => present.has(path))
    await extractFiles(repository, snapshot, written, ready)
    for (const path of paths) {
      if (!present.has(path)) await removeFile(project, path)
      else {
        await clearWay(project, path)
        await renameAcross(join(ready, path), join(project, path))
      }
    }
  } finally {
    await rm(ready, { recursive: true, force: true })
  }
}

/** Removes whatever is not a real folder on the way to a path, and what is at the path itself. */
async function clearWay(project: string, path: string): Promise<void> {
  await makeRealFolders(project, dirname(path))
  await rm(join(project, path), { recursive: true, force: true, maxRetries: 5 })
}

async function makeRealFolders(project: string, folder: string): Promise<void> {
  if (folder === '.') return
  await makeRealFolders(project, dirname(folder))
  const path = join(project, folder)
  const there = await lstat(path).catch(() => undefined)
  if (there?.isDirectory()) return
  if (there !== undefined) await rm(path, { force: true })
  await mkdir(path)
}

/** Git works on an index of its own, which is gone afterwards. */
async function inOwnIndex<T>(repository: SnapshotRepository, work: (index: string) => Promise<T>): Promise<T> {
  const index = join(repository.folder, repository.temporaryName('index'))
  try {
    return await work(index)
  } finally {
    await rm(index, { force: true })
    await rm(`${index}.lock`, { force: true })
  }
}

async function pathsIn(repository: SnapshotRepository, id: string): Promise<string[]> {
  const text = await repository.text(['ls-tree', '-r', '-z', '--name-only', id])
  return text.split('\0').slice(0, -1)
}

/** Relative, without `..`, and nothing that git keeps to itself. */
/**
 * Whether some file system takes a name for git's own folder: in any case, with ignored characters (HFS+), dots, spaces or
 * a stream at its end, or by its short name (Windows). Source: git, verify_path and its tests (CVE-2014-9390).
 */
function isGitFolder(name: string): boolean {
  const plain = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/(?<=.):.*$/s, '')
  return /^(?:\.git|git~\d+)[. ]*$/.test(plain)
}

function isPlainPath(path: string): boolean {
  if (path === '' || path.includes('\0') || path.includes('\\')) return false
  return path.split('/').every((part) => !['', '.', '..'].includes(part) && !isGitFolder(part))
}

const badPath = (path: string) =>
  workspaceFailed(
    `The path ${JSON.stringify(path.slice(0, 200))} can’t be used: it is not a plain path inside a folder.`,
    'Remove that file from what you import, or rename it.',
  )

const noCommit = (folder: string, commit: string) =>
  workspaceFailed(
    `The repository ${folder} has no commit ${JSON.stringify(commit.slice(0, 80))}.`,
    'Fetch it there, and give at least the first 7 characters of its id.',
  )

const doesNotApply = (trouble: string) =>
  workspaceFailed(
    'The patch does not apply to the files of the task.',
    'Check that the task names the commit that its patch was made for.',
    trouble.trim(),
  )
