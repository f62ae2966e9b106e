import { completed, withHeld } from './held-files.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { readSnapshot, type Snapshot, type SnapshotMemory, takeSnapshot } from './take-snapshot.ts'

/** Snapshots as everything but the scanning of files uses them: with the ignored files that are held. */

/** Snapshots the project's files, and keeps the snapshot by a ref. */
export async function takeWhole(repository: SnapshotRepository, memory?: SnapshotMemory): Promise<Snapshot> {
  return withHeld(repository, await takeSnapshot(repository, memory))
}

/** Reads a stored snapshot, to be compared or restored. Throws a FailureError `not-found` if there is none. */
export async function readWhole(repository: SnapshotRepository, id: string): Promise<Snapshot> {
  return completed(repository, await readSnapshot(repository, id))
}
