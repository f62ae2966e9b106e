import { toast } from 'sonner'
import { create } from 'zustand'
import type { FilesAt } from '../../../../src-shared/api/files-requests.ts'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../../src-shared/run/run-request.ts'
import { filesToAskAgain } from '../../../../src-shared/workspace/start-files.ts'
import { ask } from '../../../host/host.ts'
import { firstWords } from '../branches.ts'
import { newestRun } from '../turns.ts'
import { useWorkbench } from '../workbench-store.ts'
import { cancelCopy, openCopy, workspaceOfRun } from '../workspaces.ts'

/** What becomes of the files before a message that is asked again, and where it is answered. */
export type DecidedFiles = Pick<RunRequest, 'files' | 'workspaceId'>

/** Why only the user can decide. */
export type FilesDoubt =
  /** Somebody else changed files since. */
  | 'changed'
  /** Nobody recorded the files of before. */
  | 'not-known'
  /** A run works on them. */
  | 'busy'

export interface StartFilesQuestion {
  readonly turn: Turn
  readonly why: FilesDoubt
  /** The files of before; null if they were not recorded. */
  readonly snapshot: string | null
  /** How they differ from the current ones, if that is known. */
  readonly compared: FilesAt | null
}
interface Open extends StartFilesQuestion {
  readonly answer: (decided: DecidedFiles | null) => void
}

/** The question that is open; null: none. */
export const useStartFiles = create<{ readonly question: Open | null }>(() => ({ question: null }))

/** Asks the user. Null: cancelled. */
export function askAboutFiles(question: StartFilesQuestion): Promise<DecidedFiles | null> {
  useStartFiles.getState().question?.answer(null)
  return new Promise((resolve) => {
    const answer = (decided: DecidedFiles | null) => {
      useStartFiles.setState({ question: null })
      resolve(decided)
    }
    useStartFiles.setState({ question: { ...question, answer } })
  })
}

/**
 * Decides what becomes of the files when a message is asked again: those of before are restored, unless somebody else
 * changed them; then the user is asked.
 * @returns null if the user cancelled
 * @throws FailureError if they can't be compared
 */
export async function filesFor(turn: Turn): Promise<DecidedFiles | null> {
  const run = newestRun(turn)
  if (run === null || run.imported === true) return {}
  const { workspaceId } = workspaceOfRun(run)
  const compared = await ask('files-before-message', { turnId: turn.id, workspaceId })
  const choice = filesToAskAgain(compared)
  switch (choice.kind) {
    case 'as-they-are':
      return {}
    case 'restore':
      return { files: choice.start }
    case 'ask':
      return askAboutFiles({ turn, why: 'changed', snapshot: choice.start.snapshot, compared })
    case 'not-known':
      return askAboutFiles({ turn, why: 'not-known', snapshot: null, compared })
    default:
      return assertNever(choice)
  }
}

/**
 * A copy of the project with the files of before a message, in which it is answered.
 * @returns null if the user cancelled
 * @throws FailureError if it can't be made
 */
export async function copyForMessage(turn: Turn, snapshot: string): Promise<DecidedFiles | null> {
  const { project } = useWorkbench.getState()
  if (project === null) return null
  const wait = toast.loading('Copying the files…', { action: { label: 'Cancel', onClick: cancelCopy } })
  try {
    const copy = await openCopy(project.id, firstWords(turn.message), snapshot)
    return copy === null ? null : { workspaceId: copy.id }
  } finally {
    toast.dismiss(wait)
  }
}
