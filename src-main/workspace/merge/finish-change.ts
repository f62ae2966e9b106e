import { restoreSnapshot } from '../snapshots/restore-snapshot.ts'
import { treeDifferences } from '../snapshots/snapshot-changes.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { takeWhole } from '../snapshots/whole-snapshots.ts'
import { treeEntries } from './merge-differences.ts'
import { commitTree } from './merge-tree.ts'

/**
 * Finishes a change of the files that a crash interrupted. Files that are still as before become what they were to
 * be; a file that differs by now is done already, or changed by somebody else, and is kept.
 *
 * @param before the snapshot of what was there
 * @param target the snapshot of what was to be there
 */
export async function finishChange(repository: SnapshotRepository, before: string, target: string): Promise<void> {
  const now = (await takeWhole(repository)).id
  const moved = new Set((await treeDifferences(repository, before, now)).map(({ path }) => path))
  const wanted = await treeEntries(repository, before, target)
  const files = wanted.filter(({ path }) => !moved.has(path)).map(({ path, after }) => ({ path, file: after }))
  if (files.length === 0) return
  const whole = await commitTree(repository, now, files)
  await restoreSnapshot(repository, whole.target, now)
}
