import type { MergeFile, MergePlan } from '../../../src-shared/workspace/merge.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { readSnapshot } from '../snapshots/take-snapshot.ts'
import { type FileDifference, fileDifferences, isSameFile, type TreeFile } from './merge-differences.ts'
import { type Hunk, type HunkState, type LineChange, stateOf } from './merge-hunks.ts'

/** What one path of `theirs` changes, compared with what is there now. */
export interface MergeWork {
  readonly path: string
  readonly base: TreeFile
  readonly theirs: TreeFile
  readonly ours: TreeFile
  readonly state: MergeFile['state']
  readonly hunks: readonly (Hunk & { readonly state: HunkState })[]
  /** The current changes, by lines of the base. */
  readonly moved: readonly LineChange[]
  readonly binary: boolean
}

/** Characters of one hunk's patch that are shown, and of all of them. */
const maxHunk = 100_000
const maxPlan = 8_000_000

/** Compares three states of the files; what is the same in `ours` and `theirs` is left out. */
export async function mergeWork(
  repository: SnapshotRepository,
  { base, theirs, ours }: Pick<MergePlan, 'base' | 'theirs' | 'ours'>,
): Promise<MergeWork[]> {
  for (const id of [base, theirs, ours]) await readSnapshot(repository, id)
  const [brought, there] = await Promise.all([
    fileDifferences(repository, base, theirs, 3),
    fileDifferences(repository, base, ours, 0),
  ])
  return [...brought.values()].flatMap((theirsOf) => {
    const oursOf = there.get(theirsOf.path)
    return oursOf !== undefined && isSameFile(oursOf.after, theirsOf.after) ? [] : [workOf(theirsOf, oursOf)]
  })
}

function workOf(brought: FileDifference, there: FileDifference | undefined): MergeWork {
  const { path, before: base, after: theirs } = brought
  const ours = there === undefined ? base : there.after
  const common = { path, base, theirs, ours, binary: isBinary(brought) }
  const hunks = (moved: readonly LineChange[]) =>
    (brought.hunks ?? []).map((hunk) => ({ ...hunk, state: stateOf(hunk, moved) }))
  if (there === undefined) return { ...common, state: 'whole', hunks: hunks([]), moved: [] }
  const isMergeable = base !== null && theirs !== null && ours !== null && brought.hunks !== null
  if (!isMergeable || there.hunks === null) return { ...common, state: 'conflict', hunks: [], moved: [] }
  const moved = there.hunks.flatMap((hunk) => hunk.changes)
  return { ...common, state: 'moved', hunks: hunks(moved), moved }
}

/** A link's target is a line of text, but is not shown as text. */
const isBinary = ({ hunks }: FileDifference): boolean => hunks === null

export async function planMerge(
  repository: SnapshotRepository,
  states: Pick<MergePlan, 'base' | 'theirs' | 'ours'>,
): Promise<MergePlan> {
  let room = maxPlan
  const files = (await mergeWork(repository, states)).map(({ path, base, theirs, binary, state, hunks }): MergeFile => {
    const shown = hunks.map((hunk, index) => {
      const patch = Buffer.from(hunk.patch, 'latin1').toString()
      const cut = patch.slice(0, Math.max(0, Math.min(maxHunk, room)))
      room -= cut.length
      return { index, patch: cut, state: hunk.state }
    })
    return { path, kind: kindOf(base, theirs), binary, state, hunks: shown }
  })
  return { ...states, files }
}

function kindOf(base: TreeFile, theirs: TreeFile): MergeFile['kind'] {
  if (base === null) return 'added'
  return theirs === null ? 'removed' : 'changed'
}
