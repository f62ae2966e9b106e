import { mkdirSync, realpathSync } from 'node:fs'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ClockPort } from '../../agent/ports.ts'
import type { ProjectRow, Store } from '../../store/store.ts'
import type { HostFolders } from '../base/host-folders.ts'
import { newId } from '../base/ids.ts'
import type { Handlers } from '../handlers.ts'
import { importedFolder, isLookedAtOnly } from './imported-folder.ts'

interface Parts {
  readonly store: Store
  readonly options: HostFolders
  readonly clock: ClockPort
}

/** The project of conversations that are only looked at: its folder is the app's own, and empty. */
export function importedProject(parts: Parts): ProjectRow {
  const made = importedFolder(parts.options.dataFolder)
  mkdirSync(made, { recursive: true, mode: 0o700 })
  const folder = realpathSync(made)
  const before = parts.store.projects.byFolder(folder)
  const row = { id: before?.id ?? newId('proj'), folder, name: 'Imported', openedAt: parts.clock.now() }
  parts.store.projects.save(row)
  return row
}

/** Nothing goes on in what was imported to be looked at: it knows nothing of the files it worked on. */
export function onlyLookedAt(parts: Parts, handlers: Handlers): Handlers {
  const refuse = (projectId: string | undefined) => {
    if (projectId !== undefined && isImported(parts, projectId)) throw new FailureError(readOnly)
  }
  const ofConversation = (id: string) => refuse(parts.store.conversations.get(id)?.projectId)
  const ofTurn = (id: string) => ofConversation(parts.store.turns.get(id)?.conversationId ?? '')
  const ofRun = (id: string) => refuse(parts.store.runs.get(id)?.projectId)
  return {
    ...handlers,
    'conversation-create': (asked) => {
      refuse(asked.projectId)
      return handlers['conversation-create'](asked)
    },
    'run-start': (asked) => {
      ofConversation(asked.conversationId)
      return handlers['run-start'](asked)
    },
    'run-resume': (asked) => {
      ofRun(asked.runId)
      return handlers['run-resume'](asked)
    },
    'run-fork': (asked) => {
      ofRun(asked.runId)
      return handlers['run-fork'](asked)
    },
    'comparison-start': (asked) => {
      if (asked.origin.kind === 'turn') ofTurn(asked.origin.turnId)
      else ofConversation(asked.origin.conversationId)
      return handlers['comparison-start'](asked)
    },
    'batch-start': (asked) => {
      refuse(asked.projectId)
      return handlers['batch-start'](asked)
    },
  }
}

function isImported({ store, options }: Parts, projectId: string): boolean {
  const folder = store.projects.get(projectId)?.folder
  return folder !== undefined && isLookedAtOnly(options.dataFolder, folder)
}

const readOnly = {
  kind: 'invalid-request',
  message: 'This conversation was imported to be looked at, played back and replayed; no files belong to it here.',
  advice: 'To go on from it, import its file once more into a project of yours.',
} as const
