import { liveWatch } from '../watch/live-watch.ts'
import { withHeld } from './held-files.ts'
import { openLiveFiles } from './live-files.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import type { SnapshotTurns } from './snapshot-turns.ts'
import { type Snapshot, type SnapshotMemory, takeSnapshot } from './take-snapshot.ts'
import { takeWhole } from './whole-snapshots.ts'

/** Takes snapshots from what changed while the files are watched, else by a full scan. */
export interface LiveSnapshots {
  snapshot(): Promise<Snapshot>
  watch(): () => void
  verify(): Promise<boolean>
  /** Nothing builds on earlier snapshots anymore: dropped ones may be removed. */
  startAnew(): void
  close(): void
}

export interface LiveWorkspace {
  readonly turns: SnapshotTurns
  readonly memory: SnapshotMemory
  /** ms that the files stay watched after the last activity. */
  readonly lingers: number
  readonly closers: Set<() => void>
}

export function liveSnapshots({ turns, memory, lingers, closers }: LiveWorkspace): LiveSnapshots {
  const fullLook = async (repository: SnapshotRepository) => {
    await repository.prepare()
    return takeWhole(repository, memory)
  }
  const live = liveWatch({
    open: () => turns.unprepared((repository) => openLiveFiles(repository, () => takeSnapshot(repository, memory))),
    quiet: () => void verify().catch(() => undefined),
    lingers,
    closers,
  })
  const byWhatChanged = async (repository: SnapshotRepository): Promise<Snapshot | null> => {
    const files = live.current()
    if (files === null) return null
    const snapshot = await files.snapshot()
    if (snapshot === null) live.ended()
    return snapshot === null ? null : withHeld(repository, snapshot)
  }
  const verify = () =>
    turns.unprepared(async (repository) => {
      const changed = await byWhatChanged(repository)
      if (changed === null) return true
      const seen = await fullLook(repository)
      // Events of what changed between the two have arrived by now.
      if (seen.id === changed.id || (await byWhatChanged(repository))?.id !== changed.id) return true
      live.distrust()
      return false
    })
  return {
    snapshot: () => turns.unprepared(async (repository) => (await byWhatChanged(repository)) ?? fullLook(repository)),
    watch: () => live.hold(),
    verify,
    startAnew: () => {
      memory.newest = null
      live.current()?.close()
    },
    close: () => live.close(),
  }
}
