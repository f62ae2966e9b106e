import { join } from 'node:path'
import { createTurns, type Turns } from '../tools/turns.ts'
import { openSnapshots, type Snapshots } from '../workspace/snapshots.ts'

/** What all runs in one project share: its snapshots, and the turns at writing its files. */
export interface ProjectWork {
  readonly folder: string
  readonly snapshots: Snapshots
  readonly turns: Turns
}

export function createProjectWorks(dataFolder: string): (project: { id: string; folder: string }) => ProjectWork {
  const works = new Map<string, ProjectWork>()
  return ({ id, folder }) => {
    const before = works.get(id)
    if (before !== undefined && before.folder === folder) return before
    const snapshots = openSnapshots({ store: join(dataFolder, 'snapshots', id), project: folder })
    const work = { folder, snapshots, turns: createTurns() }
    works.set(id, work)
    return work
  }
}
