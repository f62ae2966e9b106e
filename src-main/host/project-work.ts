import { join } from 'node:path'
import { createTurns, type Turns } from '../tools/turns.ts'
import { openSnapshots, type Snapshots } from '../workspace/snapshots.ts'
import { createPlaceStates, noStates, type PlaceStates, turnsWithStates } from './branches/place-states.ts'
import type { TurnsIn } from './branches/place-writers.ts'

/** What all runs in one place share: its snapshots, its states, and the turns at writing its files. */
export interface ProjectWork {
  readonly folder: string
  readonly snapshots: Snapshots
  readonly states: PlaceStates
  readonly turns: Turns
}

/**
 * A project's folder, or a copy that stays: its states are kept from write to write.
 * @param place the id of the project or of the copy
 */
export function lastingWork(folder: string, snapshots: Snapshots, place: string, turnsIn: TurnsIn): ProjectWork {
  const states = createPlaceStates(() => snapshots.snapshot())
  return { folder, snapshots, states, turns: turnsWithStates(turnsIn(place, createTurns()), states) }
}

/** A copy that is gone when its phase is. */
export function passingWork(folder: string, snapshots: Snapshots): ProjectWork {
  return { folder, snapshots, states: noStates, turns: createTurns() }
}

export interface ProjectWorks {
  of(project: { readonly id: string; readonly folder: string }): ProjectWork
  /** Ends what watches their files. */
  close(): void
}

export function createProjectWorks(dataFolder: string, turnsIn: TurnsIn): ProjectWorks {
  const works = new Map<string, ProjectWork>()
  return {
    of: ({ id, folder }) => {
      const before = works.get(id)
      if (before !== undefined && before.folder === folder) return before
      before?.snapshots.close()
      const snapshots = openSnapshots({ store: join(dataFolder, 'snapshots', id), project: folder })
      const work = lastingWork(folder, snapshots, id, turnsIn)
      works.set(id, work)
      return work
    },
    close: () => {
      for (const work of works.values()) work.snapshots.close()
    },
  }
}
