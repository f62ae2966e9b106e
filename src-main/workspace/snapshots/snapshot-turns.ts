import { realpath } from 'node:fs/promises'
import { workspaceMissing } from '../workspace-failure.ts'
import { type SeparateCopy, type SnapshotRepository, snapshotRepository } from './snapshot-repository.ts'

type Work<T> = (repository: SnapshotRepository) => Promise<T>

/** Runs work on the snapshots of one folder, one at a time. Rejects if the folder is gone. */
export interface SnapshotTurns {
  inTurn<T>(work: Work<T>): Promise<T>
  /** In order too, but without preparing the store: the work does that if it needs it. */
  unprepared<T>(work: Work<T>): Promise<T>
  /** Without waiting: for work that can run in parallel. */
  atOnce<T>(work: Work<T>): Promise<T>
}

export function snapshotTurns(store: string, project: string, apart: SeparateCopy | null): SnapshotTurns {
  let last: Promise<unknown> = Promise.resolve()
  const atOnce = async <T>(work: Work<T>): Promise<T> => {
    const real = await realpath(project).catch(() => undefined)
    if (real === undefined) throw workspaceMissing(project)
    return work(snapshotRepository(store, real, apart))
  }
  const unprepared = <T>(work: Work<T>): Promise<T> => {
    const next = last.then(() => atOnce(work))
    last = next.catch(() => undefined)
    return next
  }
  return {
    atOnce,
    unprepared,
    inTurn: (work) =>
      unprepared(async (repository) => {
        await repository.prepare()
        return work(repository)
      }),
  }
}
