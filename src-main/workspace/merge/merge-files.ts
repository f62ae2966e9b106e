import type { FilesChanged, MergeChoice, MergePlan } from '../../../src-shared/workspace/merge.ts'
import { type Restored, restoreSnapshot } from '../snapshots/restore-snapshot.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { writeObject } from '../snapshots/write-object.ts'
import { isSameFile, type TreeFile } from './merge-differences.ts'
import { withHunks } from './merge-hunks.ts'
import { type MergeWork, mergeWork } from './merge-plan.ts'
import { commitTree } from './merge-tree.ts'
import { nothingMergedReason } from './nothing-merged.ts'

export interface MergeFilesRequest extends Pick<MergePlan, 'base' | 'theirs' | 'ours'> {
  readonly choices: readonly MergeChoice[]
}
export interface MergeResult extends Restored, Pick<FilesChanged, 'kept'> {
  /** If nothing was written, the reason as a sentence. */
  readonly nothing: string
}

/**
 * Merges the chosen parts of `theirs` into the files.
 *
 * 1. The merged files are made as a snapshot first, and restored like any other: the current files are kept, all
 *    content is prepared before a file is replaced, ignored and uncovered files are not touched.
 * 2. If the files are no longer `ours`, nothing is touched.
 * 3. A conflicting hunk is never applied. Only a whole file that was chosen replaces what was changed here.
 *
 * @param begin called with the snapshot that the files become, and how many change, before the first is touched
 */
export async function mergeFiles(
  repository: SnapshotRepository,
  request: MergeFilesRequest,
  begin: (target: string, files: number) => void = () => undefined,
): Promise<MergeResult> {
  const works = new Map((await mergeWork(repository, request)).map((work) => [work.path, work]))
  const results: Result[] = []
  for (const choice of request.choices) {
    const work = works.get(choice.path)
    if (work !== undefined) results.push(await resultOf(repository, work, choice))
  }
  const files = results.flatMap(({ path, file }) => (file === undefined ? [] : [{ path, file }]))
  const { target, inTheWay } = await commitTree(repository, request.ours, files)
  begin(target, files.length)
  const restored = await restoreSnapshot(repository, target, request.ours)
  const unchanged = results.flatMap(({ path, why }) => (why === undefined ? [] : [{ path, why }]))
  const nothing = nothingMergedReason([...works.values()], request)
  return { ...restored, nothing, kept: [...unchanged, ...inTheWay.map((path) => ({ path, why: standsInTheWay }))] }
}

interface Result {
  readonly path: string
  /** The new content; absent if it is unchanged. */
  readonly file?: TreeFile
  /** Why it, or a part of it, is not merged. */
  readonly why?: string
}

async function resultOf(repository: SnapshotRepository, work: MergeWork, { path, take }: MergeChoice): Promise<Result> {
  if (take === 'theirs') return { path, file: isModeAlone(work) ? withMode(work) : work.theirs }
  const chosen = work.hunks.filter((_, index) => take.includes(index))
  if (work.state === 'conflict') return { path, why: changedHere }
  const clean = chosen.filter((hunk) => hunk.state === 'clean')
  const why =
    clean.length < chosen.length && chosen.some((hunk) => hunk.state === 'conflict') ? linesChanged : undefined
  const rest = why === undefined ? {} : { why }
  if (clean.length === 0) return { path, ...rest }
  // If the file is unchanged here and chosen as a whole, theirs is the result: no merge is needed.
  const isAll = work.hunks.every((hunk, index) => take.includes(index) || hunk.state === 'there')
  if (isAll && isSameFile(work.ours, work.base)) return { path, file: work.theirs }
  if (work.ours === null || work.theirs === null) return { path, why: changedHere }
  const text = withHunks(await blobText(repository, work.ours.object), clean, work.moved)
  if (text === null) return { path, why: changedHere }
  const isOwnMode = work.base === null || work.ours.mode !== work.base.mode
  const mode = isAll && !isOwnMode ? work.theirs.mode : work.ours.mode
  return { path, file: { mode, object: await writeObject(repository, 'blob', Buffer.from(text, 'latin1')) }, ...rest }
}

/** Only the executable bit changed, which never conflicts with local changes of the content. */
const isModeAlone = ({ state, hunks, base, theirs }: MergeWork): boolean =>
  state === 'moved' && hunks.length === 0 && base?.object === theirs?.object

const withMode = ({ ours, theirs }: MergeWork): TreeFile =>
  ours === null || theirs === null ? theirs : { mode: theirs.mode, object: ours.object }

const changedHere = 'It was changed here as well, so it can only be taken whole.'
const linesChanged = 'The same lines were changed here as well.'
const standsInTheWay = 'A file stands where it needs a folder, or a folder where it is a file.'

async function blobText(repository: SnapshotRepository, object: string): Promise<string> {
  const args = ['cat-file', 'blob', object]
  const run = await repository.run(args)
  if (run.code !== 0) throw new Error(`the snapshots have no object ${object}: ${run.trouble}`)
  return run.output.toString('latin1')
}
