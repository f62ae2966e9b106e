import { join } from 'node:path'
import { createReadWriteLock, type ReadWriteLock } from '../../tools/read-write-lock.ts'
import { openSnapshots, type Snapshots } from '../../workspace/snapshots/snapshots.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import { lockWithGuard, statesWithGuard } from './acting-guard.ts'
import type { Confinements, WorkspaceCommands } from './confinements.ts'
import { createWorkspaceStates, lockWithStates, noWorkspaceStates, type WorkspaceStates } from './workspace-states.ts'
import type { LockIn } from './write-lock.ts'

/** What all runs in one workspace share: its snapshots, its states, and the write locks. */
export interface ProjectWork {
  readonly folder: string
  readonly commands: WorkspaceCommands
  readonly snapshots: Snapshots
  readonly states: WorkspaceStates
  readonly turns: ReadWriteLock
}

/**
 * A project's folder, or a permanent copy: its states are recorded from write to write.
 * @param workspace the id of the project or of the copy
 */
export function permanentWorkspace(
  folder: string,
  snapshots: Snapshots,
  workspace: string,
  turnsIn: LockIn,
  commands: WorkspaceCommands,
  bus: Pick<ChangeBus, 'publish'>,
): ProjectWork {
  const states = statesWithGuard(
    createWorkspaceStates(() => snapshots.snapshot()),
    commands.guard,
  )
  const turns = lockWithGuard(turnsIn(workspace, createReadWriteLock()), commands.guard, bus)
  return { folder, commands, snapshots, states, turns: lockWithStates(turns, states) }
}

/** A copy that is removed with its phase. */
export function temporaryWorkspace(folder: string, snapshots: Snapshots, commands: WorkspaceCommands): ProjectWork {
  return { folder, commands, snapshots, states: noWorkspaceStates, turns: createReadWriteLock() }
}

export interface ProjectWorks {
  of(project: { readonly id: string; readonly folder: string }): ProjectWork
  /** Stops watching their files. */
  close(): void
}

export function createProjectWorks(
  dataFolder: string,
  turnsIn: LockIn,
  confinements: Confinements,
  bus: ChangeBus,
): ProjectWorks {
  const works = new Map<string, ProjectWork>()
  return {
    of: ({ id, folder }) => {
      const before = works.get(id)
      if (before !== undefined && before.folder === folder) return before
      before?.snapshots.close()
      const snapshots = openSnapshots({ store: join(dataFolder, 'snapshots', id), project: folder })
      const work = permanentWorkspace(folder, snapshots, id, turnsIn, confinements.inProject(folder), bus)
      works.set(id, work)
      return work
    },
    close: () => {
      for (const work of works.values()) work.snapshots.close()
    },
  }
}
