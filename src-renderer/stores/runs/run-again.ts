import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { loadNewTurn } from '../new-turns.ts'
import { restoreFiles } from '../server-cache/files.ts'
import { useWorkbench } from '../session/workbench-store.ts'
import { workspaceOfRun } from '../session/workspaces.ts'
import { sentImages } from './sent-images.ts'
import { openSideBySide } from './side-by-side-store.ts'

/**
 * Resume: continues from the last finished step. An interrupted run continues itself; a stopped run continues as a new
 * run, which is shown.
 * @throws FailureError if the host refuses
 */
export async function resumeRun(run: Run): Promise<void> {
  const resumed = await ask('run-resume', { runId: run.id })
  if (resumed.id !== run.id) await loadNewTurn(resumed.conversationId, resumed.turnId, resumed.turnId)
}

/**
 * Run again: performs all steps again, with the same message and setup, and shows the two runs side by side.
 * @param files `before`: restores the files as they were before the run; can be undone
 * @throws FailureError if the host refuses
 */
export async function runAgain(run: Run, files: 'as-they-are' | 'before'): Promise<void> {
  const { tree } = useWorkbench.getState()
  const turn = tree?.state === 'ready' ? tree.value.turns.find((each) => each.id === run.turnId) : undefined
  if (turn === undefined) return
  const workspace = workspaceOfRun(run)
  if (files === 'before' && !(await restoreBefore(run, workspace.workspaceId))) return
  const { conversationId, strategy, mode, approval } = run
  const roles = Object.fromEntries(Object.entries(run.roles).map(([role, { profileId }]) => [role, profileId]))
  const request = { conversationId, parentId: turn.parentId, message: turn.message, strategy, roles, mode, approval }
  const images = sentImages(run.id)
  const again = await ask('run-start', { ...request, ...workspace, ...(images.length > 0 && { images: [...images] }) })
  await loadNewTurn(conversationId, again.turnId, again.turnId)
  openSideBySide({ first: run.id, again: again.id })
}

async function restoreBefore({ id, projectId }: Run, workspaceId: string | null): Promise<boolean> {
  const { snapshot, now } = await ask('files-at', { runId: id, path: null, when: 'before', workspaceId })
  if (snapshot === null) throw new FailureError(noFiles)
  return snapshot === now || (await restoreFiles({ projectId, workspaceId, snapshot, expect: now }))
}

const noFiles = {
  kind: 'not-found',
  message: 'There is no snapshot of the files from before this run.',
  advice: 'Run it again on the current files.',
} as const
