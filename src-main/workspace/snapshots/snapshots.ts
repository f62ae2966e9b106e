import type { Changes } from '../../../src-shared/workspace/changes.ts'
import type { MergePlan } from '../../../src-shared/workspace/merge.ts'
import { type CopyOptions, checkoutCopy } from '../checkout-copy.ts'
import { gitFailed } from '../git/git-runner.ts'
import { ignoredToCopy } from '../ignored-to-copy.ts'
import { finishChange } from '../merge/finish-change.ts'
import { type MergeFilesRequest, type MergeResult, mergeFiles } from '../merge/merge-files.ts'
import { planMerge } from '../merge/merge-plan.ts'
import { type BesideState, type KeptLooks, keptLooks, lookBeside } from './beside.ts'
import {
  type GivenFile,
  layOver,
  type Overlay,
  patchedSnapshot,
  snapshotOfCommit,
  snapshotOfFiles,
} from './given-files.ts'
import { holdFiles, type PublicSnapshot, withoutIgnored } from './held-files.ts'
import { forgetSnapshots, forgetUnnamed, isUntidy, keptSnapshots, tidyStore } from './keep-snapshots.ts'
import { liveSnapshots } from './live-snapshots.ts'
import { type Restored, restoreSnapshot } from './restore-snapshot.ts'
import { changesBetween, heldByOne, treeDifferences } from './snapshot-changes.ts'
import { adoptSnapshot, holdsSnapshot, packSnapshots, unpackSnapshots } from './snapshot-packs.ts'
import { type SeparateCopy, type SnapshotRepository, snapshotRepository } from './snapshot-repository.ts'
import { snapshotTurns } from './snapshot-turns.ts'
import { readSnapshot, type Snapshot, type SnapshotMemory, takeSnapshot } from './take-snapshot.ts'
import { readWhole, takeWhole } from './whole-snapshots.ts'

/**
 * The snapshots of one project. Calls are queued; each may be made without waiting for the last
 * result. Rejects with a FailureError: `workspace-missing` if the folder is gone, `workspace-failed`
 * if git is missing or fails, `not-found` for a snapshot that does not exist.
 */
export interface Snapshots {
  /**
   * Takes and keeps a snapshot of the files. While they are watched, its cost depends only on what changed since the
   * last.
   */
  snapshot(): Promise<Snapshot>
  /**
   * Watches the files until the returned function is called: call it when work starts there, and don't await it. Scans
   * all files once. If they can't be watched (not Linux, a network disk, too many folders) each
   * snapshot continues to scan all files.
   */
  watch(): () => void
  /**
   * Scans all files; meant for an idle moment after work. False if the watch had missed a change: that change is in
   * the next snapshot, and from then on each snapshot scans all files.
   */
  verify(): Promise<boolean>
  /** Ends the watch, and those of the copies, if there are any. */
  close(): void
  /** @param expect the current files as the user saw them; if they changed since, nothing is touched */
  restore(id: string, expect?: string | null, begin?: (files: number) => void): Promise<Restored>
  changes(before: string, after: string): Promise<Changes>
  /** Only the paths that differ: much faster. */
  paths(before: string, after: string): Promise<readonly string[]>
  /** A file's bytes as they were then; null if there was none. */
  fileAt(id: string, path: string): Promise<Buffer | null>
  /** What merging base → theirs into the current files would do. */
  mergePlan(base: string, theirs: string): Promise<MergePlan>
  /** @param begin called with the snapshot that the files become, before the first is touched */
  merge(request: MergeFilesRequest, begin?: (target: string, files: number) => void): Promise<MergeResult>
  /**
   * Finishes a restore or a merge that a crash interrupted. Throws a FailureError `not-found` if a snapshot is gone.
   */
  finishChange(before: string, target: string): Promise<void>
  /**
   * Makes snapshots hold these files from now on although they are ignored: call it before they are edited. In earlier
   * snapshots they count as they are now. Returns those that can't be held.
   */
  hold(paths: readonly string[]): Promise<readonly string[]>
  /** What of the project's files isolated copies don't get. @param notCovered of the snapshot that they are made from */
  leftOutOfCopies(notCovered: readonly string[]): Promise<readonly string[]>
  /** What lies beside the snapshots now. @param notCovered of one that was just taken */
  beside(notCovered: readonly string[]): Promise<BesideState>
  /** What lay there when runs began that have not ended. */
  readonly looks: KeptLooks
  /** Takes and keeps a snapshot of other files than the project's. Rejects if a path is not a plain relative one. */
  ofFiles(files: AsyncIterable<GivenFile> | Iterable<GivenFile>): Promise<Snapshot>
  /** The same of a commit in a clone of another repository. Rejects if it has no such commit. */
  ofCommit(folder: string, commit: string): Promise<Snapshot>
  /** What a patch makes of a snapshot, with the paths that it changes. Rejects if it does not apply. */
  patched(id: string, patch: string): Promise<Overlay>
  /** Writes files of a snapshot over those of a copy in which nothing works anymore, whatever is in the way. */
  layOver(overlay: Overlay): Promise<void>
  /** A snapshot as it may leave this computer: without ignored files, but those that are named. */
  withoutIgnored(id: string, named: readonly string[]): Promise<PublicSnapshot>
  /** Writes snapshots as one file, without what is in others. Rejects if there is no such snapshot. */
  pack(ids: readonly string[], without: readonly string[], file: string): Promise<void>
  /** Takes over such a file, which is gone afterwards. @param name hex, unique for its content */
  unpack(file: string, name: string): Promise<void>
  /** Keeps a snapshot that such files brought. Rejects if it is not whole. */
  adopt(id: string): Promise<void>
  /** Whether there is such a snapshot; then it is kept for another day at least. */
  holds(id: string): Promise<boolean>
  /** All kept snapshots' ids. */
  kept(): Promise<readonly string[]>
  /** Drops snapshots that nothing refers to anymore; `tidy` frees their space. */
  forget(ids: readonly string[]): Promise<void>
  /**
   * Drops every snapshot that is not among `ids` and was not handed out within the last day, then tidies if
   * that is worth it. Slow: for idle moments. `ids`: all that any run of any conversation refers to, also of deleted
   * ones that can still be restored, and what workspace copies were made from.
   */
  keepOnly(ids: readonly string[]): Promise<void>
  /** Packs the store and removes what was dropped at least a day ago. Slow: for idle moments. */
  tidy(): Promise<void>
  /**
   * Writes a snapshot's files into an empty or missing folder, as a separate workspace. Several can run in parallel.
   */
  checkoutCopy(id: string, folder: string, options: CopyOptions): Promise<void>
  /**
   * The snapshots of such a copy: stored with the project's, so that each can be restored in the other.
   * @param index the copy's own index file, next to its folder
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

/**
 * ms that a project's files stay watched after the last activity: the user may read for a while. A copy rarely gets
 * more.
 */
const lingers = { project: 5 * 60_000, copy: 10_000 }

function snapshotsOf({ store, project }: Opened, apart: SeparateCopy | null, closers: Set<() => void>): Snapshots {
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
    restore: (id, expect = null, begin) => inTurn((repository) => restoreSnapshot(repository, id, expect, begin)),
    changes: (before, after) =>
      inTurn(async (repository) =>
        changesBetween(repository, await readWhole(repository, before), await readWhole(repository, after)),
      ),
    paths: (before, after) =>
      inTurn(async (repository) => {
        if (before === after) return []
        const [one, other] = [await readWhole(repository, before), await readWhole(repository, after)]
        const unknown = heldByOne(one, other)
        const paths = (await treeDifferences(repository, one.id, other.id)).map((each) => each.path)
        return paths.filter((path) => !unknown.has(path))
      }),
    fileAt: (id, path) =>
      inTurn(async (repository) => {
        const whole = await readWhole(repository, id)
        return fileAt(repository, whole.id, path)
      }),
    mergePlan: (base, theirs) =>
      inTurn(async (repository) => {
        const ours = (await takeWhole(repository, memory)).id
        return planMerge(repository, { ...(await wholeStates(repository, { base, theirs })), ours })
      }),
    merge: (request, begin) =>
      inTurn(async (repository) =>
        mergeFiles(repository, { ...request, ...(await wholeStates(repository, request)) }, begin),
      ),
    finishChange: (before, target) =>
      inTurn(async (repository) => {
        const [from, to] = [await readWhole(repository, before), await readWhole(repository, target)]
        await finishChange(repository, from.id, to.id)
      }),
    ofFiles: (files) => inTurn((repository) => snapshotOfFiles(repository, files)),
    ofCommit: (folder, commit) => inTurn((repository) => snapshotOfCommit(repository, folder, commit)),
    patched: (id, patch) => inTurn((repository) => patchedSnapshot(repository, id, patch)),
    layOver: (overlay) => inTurn((repository) => layOver(repository, overlay)),
    hold: (paths) =>
      inTurn(async (repository) => {
        // What a copy brings is compared with the project's own file.
        if (apart !== null) await holdFiles(snapshotRepository(store, apart.original), paths)
        return holdFiles(repository, paths)
      }),
    leftOutOfCopies: (notCovered) =>
      inTurn(async (repository) => {
        const own = apart === null ? repository : snapshotRepository(store, apart.original)
        // Nested repositories are known from the first snapshot on.
        if (apart === null) await takeSnapshot(own, memory)
        return [...new Set([...notCovered, ...(await ignoredToCopy(own)).leftOut])].sort()
      }),
    beside: (notCovered) => inTurn((repository) => lookBeside(repository, notCovered)),
    looks: keptLooks(snapshotRepository(store, project, apart)),
    withoutIgnored: (id, named) =>
      inTurn(async (repository) => withoutIgnored(repository, await readSnapshot(repository, id), named)),
    pack: (ids, without, file) => inTurn((repository) => packSnapshots(repository, ids, without, file)),
    unpack: (file, name) => inTurn((repository) => unpackSnapshots(repository, file, name)),
    adopt: (id) => inTurn((repository) => adoptSnapshot(repository, id)),
    holds: (id) => inTurn((repository) => holdsSnapshot(repository, id)),
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

async function wholeStates(
  repository: SnapshotRepository,
  { base, theirs }: Pick<MergePlan, 'base' | 'theirs'>,
): Promise<Pick<MergePlan, 'base' | 'theirs'>> {
  return { base: (await readWhole(repository, base)).id, theirs: (await readWhole(repository, theirs)).id }
}

/** Larger files are not read out of a snapshot, bytes; snapshots hold none that are. */
const limit = 50 * 1024 * 1024

/** The bytes of a file in a snapshot; null if it holds no such file. @param path project-relative, taken literally */
async function fileAt(repository: SnapshotRepository, snapshot: string, path: string): Promise<Buffer | null> {
  const listArgs = ['--literal-pathspecs', 'ls-tree', '-z', snapshot, '--', path]
  // `<mode> blob <id>\t<path>`; a link (mode 120000) is no file to show.
  const found = /^100\d{3} blob ([0-9a-f]+)\t/.exec(await repository.text(listArgs))?.[1]
  if (found === undefined) return null
  const args = ['cat-file', 'blob', found]
  const run = await repository.run(args, { limit })
  if (run.code !== 0) throw gitFailed(args, run)
  return run.output
}
