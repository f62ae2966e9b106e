import { failureFrom } from '../../../../src-shared/base/failure.ts'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../../src-shared/run/run-request.ts'
import { ask } from '../../../host/host.ts'
import { startRun } from '../../runs/runs.ts'
import { sentImages } from '../../runs/sent-images.ts'
import { filesChanged } from '../../server-cache/files.ts'
import { changeDraft } from '../draft-store.ts'
import { newestRun } from '../turns.ts'
import { useWorkbench } from '../workbench-store.ts'
import { workspaceOfRun } from '../workspaces.ts'
import { askAboutFiles, type DecidedFiles, filesFor } from './start-files-store.ts'

/**
 * Sends the same message again on a new branch next to a turn, which stays. Unnamed properties are taken from its
 * newest run. It starts from the files as they were before the message; if somebody else changed them since, the user is
 * asked first.
 *
 * @param decided what the user has decided about the files; by default it is decided here
 * @returns whether it was sent: the user may have cancelled
 * @throws FailureError if the host refuses
 */
export async function askAgain(
  turn: Turn,
  change: Partial<Pick<RunRequest, 'message' | 'strategy' | 'roles' | 'mode' | 'approval'>> = {},
  decided?: DecidedFiles,
): Promise<boolean> {
  const run = newestRun(turn)
  const before = run === null ? firstTime : setUpOf(run)
  const images = sentImages(run?.id ?? null)
  const sent = { message: turn.message, ...(images.length > 0 && { images: [...images] }) }
  const request = { ...before, ...sent, ...change, parentId: turn.parentId, ...workspaceOfRun(run) }
  return startWithFiles(turn, decided, (files) => startRun({ ...request, ...files }))
}

/** Starts a run from the files of before a message. @returns as `askAgain` */
export async function startWithFiles(
  turn: Turn,
  decided: DecidedFiles | undefined,
  start: (files: DecidedFiles) => Promise<unknown>,
): Promise<boolean> {
  const files = decided ?? (await filesFor(turn))
  if (files === null) return false
  try {
    await start(files)
    return true
  } catch (thrown) {
    if (files.files?.kind !== 'restore' || failureFrom(thrown).kind !== 'busy') throw thrown
    const other = await askAboutFiles({ turn, why: 'busy', snapshot: files.files.snapshot, compared: null })
    if (other === null) return false
    await start(other)
    return true
  } finally {
    if (files.files?.kind === 'restore') filesChanged()
  }
}

/**
 * Has an answer that broke off continued, in a turn after it, by what began it. An interrupted run is ended first, which
 * keeps what it had written.
 */
export async function continueAnswer(run: Run, turn: Turn): Promise<void> {
  if (run.status === 'interrupted') await ask('run-dismiss', { runId: run.id })
  await startRun({ ...setUpOf(run), message: goOn, parentId: turn.id, ...workspaceOfRun(run) })
}

const goOn = 'Continue exactly where you stopped. Don’t repeat what you have written or done.'

/** Has the plan of a run in plan mode carried out by what made it. The next messages act, too. */
export async function carryOutPlan(run: Run, turn: Turn): Promise<void> {
  await startRun({ ...setUpOf(run), message: 'Do it.', mode: 'act', parentId: turn.id, ...workspaceOfRun(run) })
  const { conversationId } = useWorkbench.getState()
  if (conversationId !== null) changeDraft(conversationId, { mode: 'act' })
}

const firstTime = { strategy: null, roles: {}, mode: 'act', approval: 'ask' } as const

function setUpOf({
  strategy,
  roles,
  mode,
  approval,
}: Run): Omit<RunRequest, 'conversationId' | 'parentId' | 'message'> {
  const bound = Object.fromEntries(Object.entries(roles).map(([role, { profileId }]) => [role, profileId]))
  return { strategy, roles: bound, mode, approval }
}
