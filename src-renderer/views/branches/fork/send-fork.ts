import type { FilesAt } from '../../../../src-shared/api/files-requests.ts'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { ask } from '../../../host/host.ts'
import { loadNewTurn } from '../../../stores/new-turns.ts'
import { hideComparison } from '../../../stores/server-cache/comparisons.ts'
import { restoreFiles } from '../../../stores/server-cache/files.ts'
import { firstWords } from '../../../stores/session/branches.ts'
import { closeFork } from '../../../stores/session/fork-store.ts'
import { openCopy } from '../../../stores/session/workspaces.ts'
import { type ForkDraft, type ForkSpan, forkRequest } from './fork-draft.ts'

interface Wanted {
  readonly run: Run
  readonly span: ForkSpan
  readonly draft: ForkDraft
  /** Workspace of the other run: null is the project's folder. */
  readonly workspaceId: string | null
  /** The files as shown to the user; null if unknown. */
  readonly files: FilesAt | null
  /** Name of the copy, if one is created. */
  readonly name: string
}

/** Prepares the files as chosen, then starts the run and shows it. @returns the failure, or null */
export async function sendFork(wanted: Wanted): Promise<Failure | null> {
  const { run, span, draft } = wanted
  try {
    const workspaceId = await filesFor(wanted)
    if (workspaceId === 'refused') return null
    const made = await ask('run-fork', forkRequest(run.id, span, draft, workspaceId))
    closeFork()
    // From a lane of a comparison this leads to the conversation.
    hideComparison()
    await loadNewTurn(made.conversationId, made.turnId, made.turnId)
    return null
  } catch (thrown) {
    return failureFrom(thrown)
  }
}

/**
 * The workspace of the run. `refused`: the files could not be restored, as a toast has reported, or creating a copy was
 * cancelled.
 */
async function filesFor({ run, draft, workspaceId, files, name }: Wanted): Promise<string | null | 'refused'> {
  const snapshot = files?.snapshot ?? null
  switch (draft.files) {
    case 'keep':
      return workspaceId
    case 'restore': {
      if (files === null || snapshot === null) return 'refused'
      const request = { projectId: run.projectId, workspaceId, snapshot, expect: files.now }
      return (await restoreFiles(request)) ? workspaceId : 'refused'
    }
    case 'copy':
      return (snapshot === null ? null : await openCopy(run.projectId, firstWords(name), snapshot))?.id ?? 'refused'
    default:
      return assertNever(draft.files)
  }
}
