import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Project } from '../../../src-shared/run/conversation.ts'
import type { ProjectRow, Store } from '../../store/store.ts'
import { currentBranch } from '../../workspace/git/user-repository.ts'
import { checkProjectFolder, holdsFolder } from '../../workspace/project-folder.ts'
import { newId } from '../base/ids.ts'
import { isPresent } from './folder-checks.ts'
import { isReadOnlyProject } from './imported-folder.ts'

/**
 * Opens a folder as a project; one that was open before keeps its conversations.
 * @param dataFolder the app's own: an agent in a project that contains it could change the app's database, and
 * restoring files would replace the database under the running app (T12)
 * @throws FailureError if the folder can't be opened
 */
export async function openProject(store: Store, folder: string, dataFolder: string, now: number): Promise<Project> {
  const checked = await checkProjectFolder(folder)
  if (!checked.ok) throw new FailureError(checked.failure)
  const real = checked.folder
  if (holdsFolder(real, await realpath(dataFolder))) throw holdsData(real)
  const before = store.projects.byFolder(real)
  const row: ProjectRow = {
    id: before?.id ?? newId('proj'),
    folder: real,
    name: basename(real) || real,
    openedAt: now,
  }
  store.projects.save(row)
  return projectOf(row, dataFolder)
}

export async function projectOf(row: ProjectRow, dataFolder: string): Promise<Project> {
  const project = { ...row, branch: await currentBranch(row.folder), present: isPresent(row.folder) }
  return isReadOnlyProject(dataFolder, row.folder) ? { ...project, readOnly: true } : project
}

const holdsData = (folder: string) =>
  new FailureError({
    kind: 'invalid-request',
    message: `Stratagem stores its own data in ${folder}, so it can’t be a project.`,
    advice: 'Open another folder, or move the data with STRATAGEM_HOME.',
  })
