import { realpath } from 'node:fs/promises'
import type { Changes } from '../../src-shared/changes.ts'
import { type CopyOptions, checkoutCopy } from './checkout-copy.ts'
import { forgetSnapshots, forgetUnnamed, isUntidy, keptSnapshots, tidyStore } from './keep-snapshots.ts'
import { type Restored, restoreSnapshot } from './restore-snapshot.ts'
import { changesBetween, treeDifferences } from './snapshot-changes.ts'
import { type CopyApart, type SnapshotRepository, snapshotRepository } from './snapshot-repository.ts'
import { readSnapshot, type Snapshot, type SnapshotMemory, takeSnapshot } from './take-snapshot.ts'
import { workspaceMissing } from './workspace-failure.ts'

/**
 * The snapshots of one project. Calls wait for one another; every one may be made without waiting for the
 * answer. Rejects with a FailureError: `workspace-missing` where the folder is gone, `workspace-failed`
 * where git is missing or fails, `not-found` for a snapshot that is not kept.
 */
export interface Snapshots {
  /** Snapshots the files as they are, and keeps it. Costs by what changed since the last one. */
  snapshot(): Promise<Snapshot>
  /** @param expect what is there, as the user saw it; where the files changed since, nothing is touched */
  restore(id: string, expect?: string | null): Promise<Restored>
  changes(before: string, after: string): Promise<Changes>
  /** Only the paths that differ: far quicker. */
  paths(before: string, after: string): Promise<readonly string[]>
  /** All kept snapshots' ids. */
  kept(): Promise<readonly string[]>
  /** Lets go of snapshots that nothing names any more; `tidy` frees their space. */
  forget(ids: readonly string[]): Promise<void>
  /**
   * Lets go of every snapshot that is not among `ids` and was not handed out within the last day, then tidies where
   * that is worth it. Slow: for quiet moments. `ids`: all that any run of any conversation names, also of deleted
   * ones that can still be brought back, and what workspace copies were filled with.
   */
  keepOnly(ids: readonly string[]): Promise<void>
  /** Packs the store and removes what was let go of, a day after. Slow: for quiet moments. */
  tidy(): Promise<void>
  /** Writes a snapshot's files into an empty or missing folder, as a workspace of its own. */
  checkoutCopy(id: string, folder: string, options: CopyOptions): Promise<void>
  /**
   * The snapshots of such a copy: kept with the project's own, so that each can be restored in the other.
   * @param index a file of the copy's own beside its folder
   */
  ofCopy(folder: string, index: string): Snapshots
}

interface Opened {
  /** A folder of the app's own for this project's snapshots. */
  readonly store: string
  /** The folder the user opened. */
  readonly project: string
}

export const openSnapshots = (opened: Opened): Snapshots => snapshotsOf(opened, null)

function snapshotsOf({ store, project }: Opened, apart: CopyApart | null): Snapshots {
  let last: Promise<unknown> = Promise.resolve()
  const memory: SnapshotMemory = { newest: null }
  const inTurn = <T>(work: (repository: SnapshotRepository) => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      const real = await realpath(project).catch(() => undefined)
      if (real === undefined) throw workspaceMissing(project)
      const repository = snapshotRepository(store, real, apart)
      await repository.prepare()
      return work(repository)
    })
    last = next.catch(() => undefined)
    return next
  }
  return {
    snapshot: () => inTurn((repository) => takeSnapshot(repository, memory)),
    restore: (id, expect = null) => inTurn((repository) => restoreSnapshot(repository, id, expect)),
    changes: (before, after) =>
      inTurn(async (repository) =>
        changesBetween(repository, await readSnapshot(repository, before), await readSnapshot(repository, after)),
      ),
    paths: (before, after) =>
      inTurn(async (repository) => {
        if (before === after) return []
        await Promise.all([readSnapshot(repository, before), readSnapshot(repository, after)])
        return (await treeDifferences(repository, before, after)).map((each) => each.path)
      }),
    kept: () => inTurn(keptSnapshots),
    forget: (ids) =>
      inTurn((repository) => {
        memory.newest = null
        return forgetSnapshots(repository, ids)
      }),
    keepOnly: (ids) =>
      inTurn(async (repository) => {
        const gone = await forgetUnnamed(repository, ids)
        if (gone.length > 0) memory.newest = null
        if (gone.length > 0 || (await isUntidy(repository))) await tidyStore(repository)
      }),
    tidy: () => inTurn(tidyStore),
    checkoutCopy: (id, folder, options) => inTurn((repository) => checkoutCopy(repository, id, folder, options)),
    ofCopy: (folder, index) => snapshotsOf({ store, project: folder }, { index, original: apart?.original ?? project }),
  }
}
