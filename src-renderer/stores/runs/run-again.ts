import type { Run } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { loadNewTurn } from '../new-turns.ts'
import { startWithFiles } from '../session/again/ask-again.ts'
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
 * Run again: performs all steps again, with the same message and setup, and shows the two runs side by side. It starts
 * from the files as they were before the message, or, if the user says so, from the current ones.
 * @throws FailureError if the host refuses
 */
export async function runAgain(run: Run, files: 'before' | 'as-they-are' = 'before'): Promise<void> {
  const { tree } = useWorkbench.getState()
  const turn = tree?.state === 'ready' ? tree.value.turns.find((each) => each.id === run.turnId) : undefined
  if (turn === undefined) return
  const { conversationId, strategy, mode, approval } = run
  const roles = Object.fromEntries(Object.entries(run.roles).map(([role, { profileId }]) => [role, profileId]))
  const request = { conversationId, parentId: turn.parentId, message: turn.message, strategy, roles, mode, approval }
  const images = sentImages(run.id)
  const sent = { ...request, ...workspaceOfRun(run), ...(images.length > 0 && { images: [...images] }) }
  await startWithFiles(turn, files === 'as-they-are' ? {} : undefined, async (decided) => {
    const again = await ask('run-start', { ...sent, ...decided })
    await loadNewTurn(conversationId, again.turnId, again.turnId)
    openSideBySide({ first: run.id, again: again.id })
  })
}
