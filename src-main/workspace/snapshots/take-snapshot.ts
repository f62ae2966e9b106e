import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { keepAgain, keepSnapshot } from './keep-snapshots.ts'
import { findIndexUpdates, type IndexUpdates, updateIndex } from './snapshot-files.ts'
import { isSnapshotId } from './snapshot-id.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { writeObject } from './write-object.ts'

export interface Snapshot {
  /** Names the state of the files, by content: the same files give the same id. */
  readonly id: string
  /**
   * Paths not covered: huge nested repositories and unreadable folders (ending with a slash), files too large or
   * unreadable.
   */
  readonly notCovered: readonly string[]
  /** Ignored files that it holds all the same (`held-files.ts`); not there: none. */
  readonly held?: readonly string[]
}

const note = z.object({ version: z.number(), notCovered: z.array(z.string()), held: z.array(z.string()).optional() })

/** Remembers the newest snapshot, valid while the index is the one it was taken with. */
export interface SnapshotMemory {
  newest: { readonly index: string; readonly snapshot: Snapshot } | null
}

/** Snapshots the project's files, and keeps the snapshot by a ref. */
export async function takeSnapshot(repository: SnapshotRepository, memory?: SnapshotMemory): Promise<Snapshot> {
  try {
    return await taken(repository, memory)
  } catch (thrown) {
    if (!(thrown instanceof FailureError) || thrown.failure.kind !== 'workspace-failed') throw thrown
    // A damaged index can be discarded: it is only a cache, without which everything is read again.
    await repository.forgetIndex()
    return taken(repository, memory)
  }
}

async function taken(repository: SnapshotRepository, memory: SnapshotMemory = { newest: null }): Promise<Snapshot> {
  const { newest } = memory
  const known = newest !== null && newest.index === (await indexStamp(repository)) ? newest.snapshot : null
  const snapshot = await repository.withIndex((index) => fromIndex(repository, index, known))
  const index = await indexStamp(repository)
  memory.newest = index === null ? null : { index, snapshot }
  return snapshot
}

/** Identifies a version of the index: git replaces the file, and never writes into one. */
async function indexStamp(repository: SnapshotRepository): Promise<string | null> {
  const found = await stat(repository.index).catch(() => undefined)
  return found === undefined ? null : `${repository.project}:${found.ino}:${found.size}:${found.mtimeMs}`
}

async function fromIndex(repository: SnapshotRepository, index: string, known: Snapshot | null): Promise<Snapshot> {
  const work = await findIndexUpdates(repository, index)
  // Nothing changed, so no tree has to be written.
  if (known !== null && isSame(work, known) && (await keepAgain(repository, known.id))) return known
  const refused = await updateIndex(repository, index, work)
  const notCovered = [...new Set([...work.notCovered, ...refused])].sort()
  const tree = (await repository.text(['write-tree'], { index })).trim()
  return namedSnapshot(repository, tree, notCovered)
}

/**
 * Keeps the snapshot of a folder that is in the store. It is a git commit without time or parent, so that its id says
 * what it holds, not when it was taken.
 */
export async function namedSnapshot(
  repository: SnapshotRepository,
  tree: string,
  notCovered: readonly string[],
  held: readonly string[] = [],
): Promise<Snapshot> {
  const who = 'Stratagem <snapshots> 0 +0000'
  const text = JSON.stringify({
    version: 1,
    notCovered: [...notCovered],
    ...(held.length > 0 && { held: [...held] }),
  } satisfies z.infer<typeof note>)
  const commit = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${text}\n`
  const id = await writeObject(repository, 'commit', Buffer.from(commit))
  keepSnapshot(repository, id)
  return { id, notCovered, ...(held.length > 0 && { held }) }
}

function isSame(work: IndexUpdates, known: Snapshot): boolean {
  if (work.add.length > 0 || work.remove.length > 0) return false
  return [...new Set(work.notCovered)].sort().join('\0') === known.notCovered.join('\0')
}

/** Reads a stored snapshot. Throws a FailureError `not-found` if there is none. */
export async function readSnapshot(repository: SnapshotRepository, id: string): Promise<Snapshot> {
  const found = isSnapshotId(id) ? await repository.run(['cat-file', 'commit', id]) : undefined
  if (found?.code !== 0)
    throw new FailureError({
      kind: 'not-found',
      message: 'That snapshot of the files no longer exists.',
      advice: 'Choose another one; the files are as they were.',
      detail: id.slice(0, 80),
    })
  const text = found.output.toString()
  const { notCovered, held } = note.parse(JSON.parse(text.slice(text.indexOf('\n\n') + 2)))
  return { id, notCovered, ...(held !== undefined && { held }) }
}
