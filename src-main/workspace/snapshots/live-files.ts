import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { askIgnored, type IgnoredAsk } from '../git/ask-ignored.ts'
import { ignoreStamp } from '../git/ignore-stamp.ts'
import { applyChange } from '../merge/change-tree.ts'
import { scanPaths } from '../scan-paths.ts'
import { watchAll } from '../watch/watch-all.ts'
import type { FolderWatch } from '../watch/watch-folders.ts'
import { keepAgain } from './keep-snapshots.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { folderMode, type SnapshotTrees, snapshotTrees } from './snapshot-trees.ts'
import { namedSnapshot, type Snapshot } from './take-snapshot.ts'

/**
 * A project's files, watched while something works on them, so that a snapshot costs only what changed.
 *
 * 1. All folders are watched before the initial full scan, so that no change is missed between the two.
 * 2. Any uncertainty ends it: lost events, changed ignore rules, a name or mode that only git can judge.
 *    The next snapshot then scans all files again.
 * 3. It returns exactly the snapshot that a full scan would.
 */
export interface LiveFiles {
  /** Null if it has ended. */
  snapshot(): Promise<Snapshot | null>
  close(): void
}

/** Number of recently changed files whose times are checked too, since writes through a memory map cause no events. */
const mostRecent = 64

/** @param look scans all files. @returns null if they can't be watched */
export async function openLiveFiles(
  repository: SnapshotRepository,
  look: () => Promise<Snapshot>,
): Promise<LiveFiles | null> {
  const rules = await ignoreStamp(repository.original)
  await repository.prepare()
  const ignored = askIgnored(repository)
  const own = join(repository.folder, repository.temporaryName('watch'))
  const watch = await watchAll(repository, ignored, own).catch(() => null)
  const trees = watch === null ? null : snapshotTrees(repository)
  const close = () => {
    ignored.close()
    watch?.close()
    trees?.close()
    void rm(own, { recursive: true, force: true }).catch(() => undefined)
  }
  if (watch === null || trees === null) {
    close()
    return null
  }
  try {
    const newest = await look()
    const tree = await trees.ofSnapshot(newest.id)
    return liveFiles({ repository, ignored, watch, trees, rules, close }, { snapshot: newest, tree })
  } catch (thrown) {
    close()
    throw thrown
  }
}

interface Parts {
  readonly repository: SnapshotRepository
  readonly ignored: IgnoredAsk
  readonly watch: FolderWatch
  readonly trees: SnapshotTrees
  readonly rules: string
  close(): void
}
interface Newest {
  readonly snapshot: Snapshot
  readonly tree: string
}

function liveFiles(parts: Parts, first: Newest): LiveFiles {
  const { repository, watch, rules } = parts
  const recent = recentFiles(repository.project)
  let newest: Newest | null = first
  const close = () => {
    newest = null
    parts.close()
  }
  return {
    snapshot: async () => {
      if (newest === null) return null
      try {
        const rulesNow = ignoreStamp(repository.original)
        const changed = await watch.take()
        if (!changed.isWhole) throw new Error('Not all was heard.')
        const paths = new Set([...changed.paths, ...recent.changed()])
        recent.remember(changed.paths)
        const after = await snapshotAfter(paths, newest, parts)
        if ((await rulesNow) !== rules) throw new Error('The rules are others now.')
        newest = after
        return newest.snapshot
      } catch {
        // Rule 2. The full scan runs into the same problem and reports it.
        close()
        return null
      }
    },
    close,
  }
}

async function snapshotAfter(paths: ReadonlySet<string>, before: Newest, parts: Parts): Promise<Newest> {
  const { repository, ignored, watch, trees } = parts
  // Unchanged objects are not written again, so they must still exist.
  if (!(await keepAgain(repository, before.snapshot.id))) throw new Error('The snapshot before was let go of.')
  const apart = before.snapshot.notCovered.filter((each) => each.endsWith('/'))
  const looked = await scanPaths(paths, { repository, ignored, watch, apart })
  const made = await applyChange(trees, { mode: folderMode, id: before.tree }, looked.change)
  const tree = made?.id ?? (await trees.write(new Map()))
  const isStill = (path: string) => !looked.places.some((each) => path === each || path.startsWith(`${each}/`))
  const still = before.snapshot.notCovered.filter(isStill)
  const notCovered = [...new Set([...still, ...looked.notCovered])].sort()
  if (tree === before.tree && notCovered.join('\0') === before.snapshot.notCovered.join('\0')) return before
  return { tree, snapshot: await namedSnapshot(repository, tree, notCovered) }
}

interface RecentFiles {
  changed(): string[]
  remember(paths: Iterable<string>): void
}

/** A few dozen synchronous calls of some microseconds each: cheaper than using other threads. */
function recentFiles(project: string): RecentFiles {
  const stamps = new Map<string, string>()
  const stampOf = (path: string): string | null => {
    const found = lstatSync(join(project, path), { throwIfNoEntry: false })
    return found?.isFile() ? `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}` : null
  }
  return {
    changed: () => [...stamps].flatMap(([path, before]) => (stampOf(path) === before ? [] : [path])),
    remember: (paths) => {
      for (const path of [...paths].slice(-mostRecent)) {
        const stamp = stampOf(path)
        stamps.delete(path)
        if (stamp !== null) stamps.set(path, stamp)
      }
      for (const path of [...stamps.keys()].slice(0, -mostRecent)) stamps.delete(path)
    },
  }
}
