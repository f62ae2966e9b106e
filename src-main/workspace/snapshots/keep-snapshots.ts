import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { touchFile, writeSmallFile } from '../write-small-file.ts'
import { isSnapshotId, refOf } from './snapshot-id.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'

/**
 * Which snapshots are kept. Each is held by its own ref, whose file time is when the snapshot was last handed
 * out: one that was just taken may not be named in any log yet, so nothing younger than the grace period is dropped.
 */

/** Grace period, ms: a snapshot that was handed out is kept this long even if nothing refers to it yet. */
const grace = 24 * 3_600_000
/** Loose objects are packed above about this number. Git's own figure for `gc.auto` is 6700. */
const manyLoose = 4096

/** Holds a snapshot that is handed out now. A ref never changes its value, so git's lock is not needed. */
export function keepSnapshot(repository: SnapshotRepository, id: string): void {
  const file = join(repository.folder, refOf(id))
  if (touchFile(file)) return
  writeSmallFile({
    bytes: Buffer.from(`${id}\n`),
    half: join(repository.folder, repository.temporaryName('index')),
    file,
  })
}

/** Holds one that was handed out before, if it still exists: another process may have dropped it since. */
export async function keepAgain(repository: SnapshotRepository, id: string): Promise<boolean> {
  if (touchFile(join(repository.folder, refOf(id)))) return true
  const { code } = await repository.run(['show-ref', '--verify', '--quiet', refOf(id)])
  if (code === 0) keepSnapshot(repository, id)
  return code === 0
}

export async function keptSnapshots(repository: SnapshotRepository): Promise<string[]> {
  const text = await repository.text(['for-each-ref', '--format=%(objectname)', refOf('')])
  return text.split('\n').filter((id) => id !== '')
}

export async function forgetSnapshots(repository: SnapshotRepository, ids: readonly string[]): Promise<void> {
  const input = ids
    .filter(isSnapshotId)
    .map((id) => `delete ${refOf(id)}\n`)
    .join('')
  if (input !== '') await repository.text(['update-ref', '--stdin'], { input })
}

/** Drops snapshots that nothing refers to and that are past the grace period. @returns their ids */
export async function forgetUnnamed(
  repository: SnapshotRepository,
  named: readonly string[],
  now = Date.now(),
): Promise<string[]> {
  const keep = new Set(named)
  const unnamed = (await keptSnapshots(repository)).filter((id) => !keep.has(id))
  if (unnamed.length === 0) return []
  // A packed ref has no time of its own: it is no newer than the packed file.
  const packed = await timeOf(join(repository.folder, 'packed-refs'))
  const old: string[] = []
  for (const id of unnamed) {
    const handedOut = (await timeOf(join(repository.folder, refOf(id)))) ?? packed
    if (handedOut === null || handedOut < now - grace) old.push(id)
  }
  await forgetSnapshots(repository, old)
  return old
}

/** Packs the store and removes objects dropped long enough ago. Newer ones may belong to a snapshot in progress. */
export async function tidyStore(repository: SnapshotRepository): Promise<void> {
  await repository.text(['gc', '--quiet', '--prune=1.day.ago'])
}

/** Whether there are enough loose objects to pack. They are spread evenly over 256 folders, so one is counted. */
export async function isUntidy({ folder }: SnapshotRepository): Promise<boolean> {
  const some = await readdir(join(folder, 'objects', '17')).catch(() => [])
  return some.length * 256 > manyLoose
}

const timeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    (found) => found.mtimeMs,
    () => null,
  )
