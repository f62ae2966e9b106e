import { basename } from 'node:path'
import type { Project } from '../../src-shared/conversation.ts'
import { FailureError } from '../../src-shared/failure.ts'
import type { ProjectRow, Store } from '../store/store.ts'
import { checkProjectFolder } from '../workspace/project-folder.ts'
import { currentBranch } from '../workspace/user-repository.ts'
import { isPresent } from './folder-checks.ts'
import { newId } from './new-id.ts'

/**
 * Opens a folder as a project; one that was open before comes back with its conversations.
 * @throws FailureError where the folder can't be opened
 */
export async function openProject(store: Store, folder: string, now: number): Promise<Project> {
  const checked = await checkProjectFolder(folder)
  if (!checked.ok) throw new FailureError(checked.failure)
  const real = checked.folder
  const before = store.projects.byFolder(real)
  const row: ProjectRow = {
    id: before?.id ?? newId('proj'),
    folder: real,
    name: basename(real) || real,
    openedAt: now,
  }
  store.projects.save(row)
  return projectOf(row)
}

export async function projectOf(row: ProjectRow): Promise<Project> {
  return { ...row, branch: await currentBranch(row.folder), present: isPresent(row.folder) }
}
