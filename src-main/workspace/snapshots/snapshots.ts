import type { Changes } from '../../../src-shared/workspace/changes.ts'
import type { MergePlan } from '../../../src-shared/workspace/merge.ts'
import { type CopyOptions, checkoutCopy } from '../checkout-copy.ts'
import { finishChange } from '../merge/finish-change.ts'
import { type MergeAsk, type Merged, mergeFiles } from '../merge/merge-files.ts'
import { planMerge } from '../merge/merge-plan.ts'
import { forgetSnapshots, forgetUnnamed, isUntidy, keptSnapshots, tidyStore } from './keep-snapshots.ts'
import { liveSnapshots } from './live-snapshots.ts'
import { type Restored, restoreSnapshot } from './restore-snapshot.ts'
import { changesBetween, treeDifferences } from './snapshot-changes.ts'
import type { CopyApart } from './snapshot-repository.ts'
import { snapshotTurns } from './snapshot-turns.ts'
import { readSnapshot, type Snapshot, type SnapshotMemory, takeSnapshot } from './take-snapshot.ts'

/**
 * The snapshots of one project. Calls wait for one another; every one may be made without waiting for the
 * answer. Rejects with a FailureError: `workspace-missing` where the folder is gone, `workspace-failed`
 * where git is missing or fails, `not-found` for a snapshot that is not kept.
 */
export interface Snapshots {
  /** Snapshots the files as they are, and keeps it. While they are watched it costs by what changed since the last one. */
  snapshot(): Promise<Snapshot>
  /**
   * Watches the files until the answer is called: call it when something begins to work there, and don't wait. Looks at
   * all files once. If they can't be watched (another system than Linux, a network disk, too many folders) each
   * snapshot continues looking at all files.
   */
  watch(): () => void
  /**
   * Looks at all files, for a quiet moment after some work. False if the watch had missed a change: that change is in
   * the next snapshot, and from then on each looks at all files.
   */
  verify(): Promise<boolean>
  /** Ends the watch, and those of the copies, if there are any. */
  close(): void
  /** @param expect what is there, as the user saw it; where the files changed since, nothing is touched */
  restore(id: string, expect?: string | null): Promise<Restored>
  changes(before: string, after: string): Promise<Changes>
  /** Only the paths that differ: far quicker. */
  paths(before: string, after: string): Promise<readonly string[]>
  /** What merging base → theirs into what is there now would do. */
  mergePlan(base: string, theirs: string): Promise<MergePlan>
  /** @param begin told of the snapshot that the files become, before the first is touched */
  merge(asked: MergeAsk, begin?: (target: string, files: number) => void): Promise<Merged>
  /** Finishes a restore or a merge that a crash cut off. Throws a FailureError `not-found` if a snapshot is gone. */
  finishChange(before: string, target: string): Promise<void>
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
  /** Writes a snapshot's files into an empty or missing folder, as a workspace of its own. Several run side by side. */
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

export const openSnapshots = (opened: Opened): Snapshots => snapshotsOf(opened, null, new Set())

/** ms that the files of a project stay watched after the last work: the user may read for a while. A copy seldom sees more. */
const lingers = { project: 5 * 60_000, copy: 10_000 }

function snapshotsOf({ store, project }: Opened, apart: CopyApart | null, closers: Set<() => void>): Snapshots {
  const memory: SnapshotMemory = { newest: null }
  const turns = snapshotTurns(store, project, apart)
  const { inTurn, atOnce } = turns
  const live = liveSnapshots({ turns, memory, closers, lingers: apart === null ? lingers.project : lingers.copy })
  return {
    snapshot: () => live.snapshot(),
    watch: () => live.watch(),
    verify: () => live.verify(),
    close: () => {
      live.close()
      for (const close of closers) close()
    },
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
    mergePlan: (base, theirs) =>
      inTurn(async (repository) => {
        const ours = (await takeSnapshot(repository, memory)).id
        return planMerge(repository, { base, theirs, ours })
      }),
    merge: (asked, begin) => inTurn((repository) => mergeFiles(repository, asked, begin)),
    finishChange: (before, target) =>
      inTurn(async (repository) => {
        await Promise.all([readSnapshot(repository, before), readSnapshot(repository, target)])
        await finishChange(repository, before, target)
      }),
    kept: () => inTurn(keptSnapshots),
    forget: (ids) =>
      inTurn((repository) => {
        live.startAnew()
        return forgetSnapshots(repository, ids)
      }),
    keepOnly: (ids) =>
      inTurn(async (repository) => {
        const gone = await forgetUnnamed(repository, ids)
        if (gone.length > 0) live.startAnew()
        if (gone.length > 0 || (await isUntidy(repository))) await tidyStore(repository)
      }),
    tidy: () => inTurn(tidyStore),
    checkoutCopy: (id, folder, options) => atOnce((repository) => checkoutCopy(repository, id, folder, options)),
    ofCopy: (folder, index) =>
      snapshotsOf({ store, project: folder }, { index, original: apart?.original ?? project }, closers),
  }
}
