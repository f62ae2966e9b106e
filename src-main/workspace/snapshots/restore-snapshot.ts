import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gitFailed } from '../git/git-runner.ts'
import { problemFrom } from '../guard/guard-text.ts'
import { workspaceFailed } from '../workspace-failure.ts'
import { type FileStamps, fileStamps } from './file-stamps.ts'
import { isOwnTemporary } from './own-leftovers.ts'
import { moveIntoProject, removeFile } from './restore-files.ts'
import { heldByOne, isAbsent, type TreeDifference, treeDifferences } from './snapshot-changes.ts'
import { extractFiles } from './snapshot-extract.ts'
import { removeLeftovers, type SnapshotRepository } from './snapshot-repository.ts'
import type { Snapshot } from './take-snapshot.ts'
import { readWhole, takeWhole } from './whole-snapshots.ts'

export interface Restored {
  /** The snapshot of what was there before: restoring it undoes this. */
  readonly undo: string
  /** Paths that were written, and that were removed. */
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Paths left unchanged, since they hold what no snapshot can (ignored, too large, unreadable). */
  readonly leftAlone: readonly string[]
  /** Paths that somebody wrote during the restore: left unchanged. */
  readonly moved: readonly string[]
  /** Paths that the system refused to write or remove, and why, as a sentence: left unchanged. */
  readonly refused: readonly Refused[]
}

interface Refused {
  readonly path: string
  readonly why: string
}

const attempts = 5

/**
 * Restores the project's files to a snapshot (T12).
 * 1. The current files are snapshotted first, and nothing that this snapshot does not hold is touched.
 * 2. Only paths that differ are written; all other files keep their content, time and mode.
 * 3. All new content is prepared before the first file is replaced; removals come last.
 * 4. A file that the system refuses to change does not prevent the others from being restored, nor the undo.
 * 5. If the user changes a file in the meantime, it starts again from the current files (T32), or, with `expect`,
 *    refuses: then only what was seen is ever replaced. What is written after that last check is kept.
 *
 * @param expect the snapshot of the current files as the user saw them
 * @param begin called before the first file is touched, with the number of files that differ
 */
export async function restoreSnapshot(
  repository: SnapshotRepository,
  id: string,
  expect: string | null = null,
  begin: (files: number) => void = () => undefined,
): Promise<Restored> {
  const target = await readWhole(repository, id)
  const ready = await readyFolder(repository)
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const current = await takeWhole(repository)
      if (expect !== null && current.id !== expect) throw filesMoved()
      const plan = planOf(await treeDifferences(repository, current.id, target.id), current, target)
      await rm(ready, { recursive: true, force: true })
      await extractFiles(repository, target.id, pathsOf(plan.write), ready)
      const stamps = await fileStamps(repository.project, pathsOf([...plan.write, ...plan.remove]))
      if ((await takeWhole(repository)).id !== current.id) continue
      begin(plan.write.length + plan.remove.length)
      const { stayed, moved, refused } = await restoreFiles(repository, plan, ready, stamps)
      const leftAlone = [...plan.leftAlone, ...stayed].sort()
      return {
        undo: current.id,
        leftAlone,
        moved,
        refused,
        ...done(plan, [...leftAlone, ...moved, ...pathsOf(refused)]),
      }
    }
  } finally {
    await rm(ready, { recursive: true, force: true })
  }
  throw workspaceFailed(
    'The files keep changing while they are to be restored, so nothing was touched.',
    'Stop what writes to the project (a watcher, a build) and restore again.',
  )
}

const pathsOf = (differences: readonly { readonly path: string }[]) => differences.map((each) => each.path)

function done(plan: Plan, stayed: readonly string[]): Pick<Restored, 'written' | 'removed'> {
  const left = new Set(stayed)
  const others = (differences: readonly TreeDifference[]) => pathsOf(differences).filter((path) => !left.has(path))
  return { written: others(plan.write), removed: others(plan.remove) }
}

const filesMoved = () =>
  workspaceFailed(
    'The files have changed since this was shown, so nothing was touched.',
    'Look at what would change now, and decide again.',
  )

/** On the project's own disk, so that files can be renamed into place. */
async function readyFolder(repository: SnapshotRepository): Promise<string> {
  const [own, theirs] = await Promise.all([stat(repository.folder), stat(repository.project)])
  if (own.dev === theirs.dev) return join(repository.folder, repository.temporaryName('restore'))
  await removeLeftovers(repository.project)
  return join(repository.project, `.stratagem-${repository.temporaryName('restore')}`)
}

interface Plan {
  readonly write: readonly TreeDifference[]
  readonly remove: readonly TreeDifference[]
  readonly leftAlone: readonly string[]
  /** Ignored files that snapshots hold all the same. */
  readonly held: ReadonlySet<string>
}

function planOf(differences: readonly TreeDifference[], current: Snapshot, target: Snapshot): Plan {
  const apart = [...current.notCovered, ...target.notCovered]
  const isApart = (path: string) => folderApart(apart, path) !== null
  const oneHolds = heldByOne(current, target)
  const known = differences.filter((each) => !oneHolds.has(each.path))
  const free = known.filter((each) => !isApart(each.path) && !isOwnTemporary(each.path))
  return {
    write: free.filter((each) => !isAbsent(each.modeAfter)),
    remove: free.filter((each) => isAbsent(each.modeAfter)),
    held: new Set(current.held),
    leftAlone: [...new Set(known.flatMap((each) => folderApart(apart, each.path) ?? []))].sort(),
  }
}

/** The path, or the folder with it, that one of the two could not hold. */
const folderApart = (apart: readonly string[], path: string): string | null =>
  apart.find((each) => each === path || (each.endsWith('/') && path.startsWith(each))) ?? null

interface Stayed {
  /** Something that no snapshot holds is in the way, or the restored ignore rules match it. */
  readonly stayed: readonly string[]
  readonly moved: readonly string[]
  readonly refused: readonly Refused[]
}

async function restoreFiles(
  repository: SnapshotRepository,
  plan: Plan,
  ready: string,
  stamps: FileStamps,
): Promise<Stayed> {
  const inTheWay = standingInTheWay(plan)
  const stayed: string[] = []
  const moved: string[] = []
  const refused: Refused[] = []
  const permitted = <T>(path: string, work: Promise<T>) =>
    work.catch((thrown: unknown) => {
      refused.push({ path, why: problemFrom(thrown, path) })
    })
  const isFree = async (path: string) => {
    if (!(await stamps.isMoved(path))) return true
    moved.push(path)
    return false
  }
  const remove = async (path: string) => {
    if (await isFree(path)) await permitted(path, removeFile(repository.project, path))
  }
  for (const { path } of inTheWay) await remove(path)
  for (const each of plan.write)
    if (await isFree(each.path)) {
      const there = await permitted(each.path, moveIntoProject(ready, repository.project, each))
      if (there === false) stayed.push(each.path)
    }
  const rest = pathsOf(plan.remove.filter((each) => !inTheWay.has(each)))
  // By the restored rules: what they ignore was never part of that snapshot and belongs to the user.
  const ignored = await ignoredOf(
    repository,
    rest.filter((path) => !plan.held.has(path)),
  )
  for (const path of rest) if (!ignored.has(path)) await remove(path)
  return { stayed: [...stayed, ...ignored], moved, refused }
}

/** Removals needed before a file can be written: a file where a folder must be, the other way round, another case. */
function standingInTheWay(plan: Plan): Set<TreeDifference> {
  const written = new Set(plan.write.map((each) => each.path))
  const folders = new Set([...written].flatMap(parentsOf))
  const folded = new Set([...written, ...folders].map((each) => each.toLowerCase()))
  return new Set(
    plan.remove.filter(
      ({ path }) => folded.has(path.toLowerCase()) || parentsOf(path).some((each) => written.has(each)),
    ),
  )
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

async function ignoredOf(repository: SnapshotRepository, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const input = paths.map((path) => `${path}\0`).join('')
  const args = ['check-ignore', '--no-index', '-z', '--stdin']
  const run = await repository.run(args, { input })
  // Exit code 1: none of them is. On any other error nothing is removed.
  if (run.code !== 0 && run.code !== 1) throw gitFailed(args, run)
  return new Set(run.output.toString().split('\0').slice(0, -1))
}
