import { mkdirSync, realpathSync } from 'node:fs'
import type { ProjectReference } from '../../../src-shared/api/request-shape.ts'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { type OtherTool, otherToolName } from '../../../src-shared/strategy/other-tools.ts'
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
 * A conversation imported for reading can't be continued: it does not have the files it worked on. Neither can another
 * tool's session: its prompts and tools are that tool's, and what it was allowed was allowed there.
 * @param place the project in which a request lets work start or continue; null: none
 * @throws FailureError `invalid-request` if it is one of these
 */
export function refuseInImported(parts: Parts, place: ProjectReference | null): void {
  if (place === null) return
  const projectId = projectOf(parts.store, place)
  if (projectId !== undefined && isImported(parts, projectId)) throw new FailureError(readOnly)
  const tool = recordedBy(parts.store, place)
  if (tool !== undefined) throw new FailureError(ofOtherTool(tool))
}

/** The tool whose session the conversation is, if it is one: all of its runs are. */
function recordedBy({ imports, turns, runs }: Store, { kind, id }: ProjectReference): OtherTool | undefined {
  if (kind === 'project') return undefined
  if (kind === 'run') return runs.get(id)?.recordedBy
  const conversationId = kind === 'conversation' ? id : turns.get(id)?.conversationId
  if (conversationId === undefined || !imports.has(conversationId)) return undefined
  return turns.list(conversationId)[0]?.runs[0]?.recordedBy
}

const ofOtherTool = (tool: OtherTool) =>
  ({
    kind: 'invalid-request',
    message: `This conversation was recorded by ${otherToolName(tool)}, so it can only be read here.`,
    advice: 'Start a new conversation. To use something of this one, copy it into your message.',
  }) as const

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
