import { mkdirSync, realpathSync } from 'node:fs'
import type { ProjectReference } from '../../../src-shared/api/request-shape.ts'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ClockPort } from '../../agent/ports.ts'
import type { ProjectRow, Store } from '../../store/store.ts'
import type { HostFolders } from '../base/host-folders.ts'
import { newId } from '../base/ids.ts'
import { importedFolder, isReadOnlyProject } from './imported-folder.ts'

interface Parts {
  readonly store: Store
  readonly options: HostFolders
  readonly clock: ClockPort
}

/** The project of conversations imported for reading: its folder is the app's own, and empty. */
export function importedProject(parts: Parts): ProjectRow {
  const made = importedFolder(parts.options.dataFolder)
  mkdirSync(made, { recursive: true, mode: 0o700 })
  const folder = realpathSync(made)
  const before = parts.store.projects.byFolder(folder)
  const row = { id: before?.id ?? newId('proj'), folder, name: 'Imported', openedAt: parts.clock.now() }
  parts.store.projects.save(row)
  return row
}

/**
 * A conversation imported for reading can't be continued: it does not have the files it worked on.
 * @param place the project in which a request lets work start or continue; null: none
 * @throws FailureError `invalid-request` if that is the project of such conversations
 */
export function refuseInImported(parts: Parts, place: ProjectReference | null): void {
  const projectId = place === null ? undefined : projectOf(parts.store, place)
  if (projectId !== undefined && isImported(parts, projectId)) throw new FailureError(readOnly)
}

function projectOf(store: Store, { kind, id }: ProjectReference): string | undefined {
  switch (kind) {
    case 'project':
      return id
    case 'conversation':
      return store.conversations.get(id)?.projectId
    case 'turn':
      return store.conversations.get(store.turns.get(id)?.conversationId ?? '')?.projectId
    case 'run':
      return store.runs.get(id)?.projectId
    default:
      return assertNever(kind)
  }
}

function isImported({ store, options }: Parts, projectId: string): boolean {
  const folder = store.projects.get(projectId)?.folder
  return folder !== undefined && isReadOnlyProject(options.dataFolder, folder)
}

const readOnly = {
  kind: 'invalid-request',
  message: 'This conversation was imported for viewing, so it has no project files.',
  advice: 'To continue it, import its file into one of your projects.',
} as const
