import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { CopyProgress, DependencyWay, WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import type { ClockPort } from '../../agent/ports.ts'
import type { Store } from '../../store/store.ts'
import type { WorkspaceRow } from '../../store/workspace-row.ts'
import { checkProjectFolder } from '../../workspace/project-folder.ts'
import type { HostFolders } from '../base/host-folders.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import type { Confinements } from './confinements.ts'
import { commandsInContainer } from './containers/commands-in-container.ts'
import type { Containers } from './containers/containers.ts'
import { allCopies, type CopyFolder, indexIn, makeCopy, removeCopy, temporaryIn } from './copy-folder.ts'
import { settleActs } from './settle-acts.ts'
import { type ProjectWork, permanentWorkspace } from './workspace-services.ts'
import { copyBeingMade, copyStillInUse, folderGone, workspaceRemoved } from './workspace-text.ts'
import type { LockIn } from './write-lock.ts'

export interface OpenWorkspace {
  readonly projectId: string
  /** A description of its purpose. */
  readonly name: string
  readonly snapshot: string
  readonly dependencies: DependencyWay
  readonly purpose: WorkspaceCopy['purpose']
  /** The comparison that owns a lane. */
  readonly owner: string | null
  /** Called with the progress of the copy. */
  onProgress?(progress: CopyProgress): void
  /** Cancels the copy: opening it rejects, and nothing is left. */
  readonly signal?: AbortSignal
}

/**
 * The workspaces of runs: a project's own folder, or an isolated copy that is kept until it is removed.
 *
 * 1. A copy is complete or absent, also after a crash (`sweepCopies`).
 * 2. Work in one never waits for another: each has its own write lock.
 * 3. None is removed while a run works in it, and its files are snapshotted first.
 */
export interface Workspaces {
  /** @throws FailureError if there is no such snapshot, or no disk space */
  open(request: OpenWorkspace): Promise<WorkspaceCopy>
  list(projectId: string): readonly WorkspaceCopy[]
  /** @throws FailureError if there is none, a run works in it, or its files can't be snapshotted */
  remove(id: string): Promise<void>
  /** All copies of a comparison. @throws FailureError as `remove` */
  removeOwned(owner: string): Promise<void>
  /** The owners of all existing lanes. */
  owners(): readonly string[]
  /** Null: the project's own folder. @throws FailureError if it is gone or can't be read */
  workIn(projectId: string, workspaceId: string | null): Promise<ProjectWork>
  /** Stops watching their files. */
  close(): void
}

interface Around {
  /** Of this host. */
  readonly id: string
  readonly options: HostFolders
  readonly store: Store
  readonly bus: ChangeBus
  readonly clock: ClockPort
  readonly workOf: (project: { id: string; folder: string }) => ProjectWork
  readonly confinements: Confinements
  readonly containers: Containers
  readonly turnsIn: LockIn
}

export function createWorkspaces(around: Around): Workspaces {
  const { id: host, store, bus, clock, workOf, turnsIn, confinements, containers } = around
  const works = new Map<string, ProjectWork>()
  const publish = (projectId: string) => bus.publish({ kind: 'workspaces', projectId })

  async function projectWork(projectId: string): Promise<ProjectWork> {
    const project = found(store.projects.get(projectId), 'project')
    if (project.damaged) throw new FailureError(damagedProject)
    const checked = await checkProjectFolder(project.folder)
    if (!checked.ok) throw new FailureError(checked.failure)
    return workOf(project)
  }

  async function open({
    snapshot,
    dependencies,
    onProgress,
    signal,
    ...request
  }: OpenWorkspace): Promise<WorkspaceCopy> {
    const parent = await projectWork(request.projectId)
    const id = newId('work')
    const copyFolder = placeOf(around, id, parent.folder)
    const folder = join(copyFolder.base, copyFolder.files)
    const row = { ...request, id, from: snapshot, folder, createdAt: clock.now(), host, last: null }
    store.workspaces.create({ ...row, state: 'making' })
    try {
      await makeCopy(parent, copyFolder, snapshot, {
        dependencies,
        ...(onProgress && { onProgress }),
        ...(signal && { signal }),
      })
    } catch (thrown) {
      store.workspaces.drop(id)
      await removeCopy(copyFolder.base)
      throw thrown
    }
    store.workspaces.move(id, 'making', { state: 'ready', host: null, last: null })
    publish(request.projectId)
    return copyOf({ ...row, state: 'ready' })
  }

  async function remove(id: string): Promise<void> {
    const row = found(store.workspaces.get(id), 'isolated copy')
    const back = { state: 'ready', host: null, last: null } as const
    store.transaction(() => {
      const running = store.runs.withStatus(['running', 'waiting']).some(({ run }) => run.workspaceId === id)
      if (running) throw copyStillInUse(row.name)
      const taken = store.workspaces.move(id, 'ready', { state: 'removing', host, last: null })
      if (!taken) throw row.state === 'making' ? copyBeingMade(row.name) : workspaceRemoved(row.name)
    })
    await containers.remove(id)
    const last = await lastState(row).catch((thrown: unknown) => {
      store.workspaces.move(id, 'removing', back)
      throw thrown
    })
    store.workspaces.move(id, 'removing', { state: 'removed', host: null, last })
    works.get(id)?.snapshots.close()
    works.delete(id)
    publish(row.projectId)
    await removeCopy(baseOf(row))
  }

  /** Null if nothing exists anymore. */
  async function lastState(row: WorkspaceRow): Promise<string | null> {
    if (!(await isFolder(row.folder))) return null
    const { snapshots } = copyWork(row, await projectWork(row.projectId))
    return (await snapshots.snapshot()).id
  }

  function copyWork(row: WorkspaceRow, parent: ProjectWork): ProjectWork {
    const known = works.get(row.id)
    if (known !== undefined) return known
    // In the data folder that the host works on: it may be a stand-in for the one that has the files.
    const snapshots = parent.snapshots.ofCopy(row.folder, indexIn(join(allCopies(around), row.id)))
    // Files of the same name in two lanes' temporary folders must not be the same file.
    const temporary = row.purpose === 'lane' ? temporaryIn(baseOf(row)) : null
    const confined = confinements.inCopy(row.folder, parent.folder, temporary)
    const commands = commandsInContainer(confined, () => containers.of(row.id))
    const work = permanentWorkspace(row.folder, snapshots, row.id, turnsIn, commands, bus)
    works.set(row.id, work)
    return work
  }

  async function workIn(projectId: string, workspaceId: string | null): Promise<ProjectWork> {
    const work = await placeWork(projectId, workspaceId)
    await settleActs({ store, bus }, work, workspaceId ?? projectId)
    return work
  }

  async function placeWork(projectId: string, workspaceId: string | null): Promise<ProjectWork> {
    const parent = await projectWork(projectId)
    if (workspaceId === null) return parent
    const row = store.workspaces.get(workspaceId)
    if (row?.projectId !== projectId) throw workspaceRemoved(null)
    if (row.state === 'making') throw copyBeingMade(row.name)
    if (row.state !== 'ready') throw workspaceRemoved(row.name)
    if (!(await isFolder(row.folder))) throw folderGone(row.name)
    return copyWork(row, parent)
  }

  const owned = () => store.workspaces.list(null).filter((row) => row.owner !== null && row.state === 'ready')
  return {
    open,
    list: (projectId) =>
      store.workspaces
        .list(projectId)
        .filter((row) => row.state === 'ready')
        .map(copyOf),
    remove,
    removeOwned: async (owner) => {
      for (const row of owned()) if (row.owner === owner) await remove(row.id)
    },
    owners: () => [...new Set(owned().flatMap(({ owner }) => (owner === null ? [] : [owner])))],
    workIn,
    close: () => {
      for (const work of works.values()) work.snapshots.close()
    },
  }
}

/** The folder has the same name as the project's, since commands and the model see it. */
const placeOf = (around: { readonly options: HostFolders }, id: string, named: string): CopyFolder => ({
  base: join(allCopies(around), id),
  files: join('files', basename(named)),
})

const baseOf = ({ folder }: WorkspaceRow) => dirname(dirname(folder))

const copyOf = ({ id, projectId, purpose, name, from, folder, createdAt }: WorkspaceRow): WorkspaceCopy => ({
  id,
  projectId,
  purpose,
  name,
  from,
  folder,
  createdAt,
})

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Its folder may differ from the one that was opened. */
const damagedProject = {
  kind: 'damaged',
  message: 'The record of this project was damaged on disk, so runs can’t work on its files.',
  advice: 'Restore a backup of the data folder. Its conversations can still be read.',
} as const
