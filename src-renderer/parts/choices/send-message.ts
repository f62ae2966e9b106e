import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { SentImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { CompactNow } from '../../../src-shared/strategy/task.ts'
import { conversationToWriteIn, isUnderWay, queueMessage, sendNow, startRun } from '../../stores/runs/runs.ts'
import { usePresets } from '../../stores/server-cache/preset-store.ts'
import { revealEnd } from '../../stores/session/chat-store.ts'
import { changeDraft, draftKey, noChoices, restoreToDraft } from '../../stores/session/draft-store.ts'
import { newestRun } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { branchWorkspace } from '../../stores/session/workspaces.ts'
import type { ComposerState } from './use-composer.ts'

type Sent = Pick<ComposerState, 'key' | 'draft' | 'choices' | 'parentId' | 'run'>

/**
 * Sends the composer's message, or queues it if a run is under way. The text leaves the box at once and returns if the
 * host refuses it. If the run ends in between, the message is sent as the next one, so it is neither lost nor starts a
 * branch.
 * @param compact set: nothing but a summary of the conversation is wanted
 * @param now stops a run that is under way instead of queueing the message for it
 * @returns what went wrong, or null
 */
export async function sendMessage(composer: Sent, now = false, compact?: CompactNow): Promise<Failure | null> {
  const { key, draft, run } = composer
  const text = draft.text.trim()
  if (text === '') return null
  const { images = [] } = draft
  changeDraft(key, { text: '', images: [] })
  revealEnd()
  try {
    if (draft.branch !== null || !isUnderWay(run) || !(await (now ? sentNow : queued)(run.id, text, images)))
      await start(composer, text, compact)
    return null
  } catch (thrown) {
    const { project, conversationId } = useWorkbench.getState()
    const stillNew = project !== null && key === draftKey(project.id, null)
    const back = stillNew ? draftKey(project.id, conversationId) : key
    restoreToDraft(back, draft.text, images)
    return failureFrom(thrown)
  }
}

type Images = readonly SentImage[]
const queued = (runId: string, message: string, images: Images) => reached(queueMessage(runId, message, images))
const sentNow = (runId: string, message: string, images: Images) => reached(sendNow(runId, message, images))

/** @returns false if the run ended before the window received its end */
async function reached(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending
    return true
  } catch (thrown) {
    if (failureFrom(thrown).kind !== 'not-found') throw thrown
    return false
  }
}

async function start(
  { key, draft, choices, parentId, run }: Sent,
  message: string,
  compact: CompactNow | undefined,
): Promise<void> {
  const { pick, by, roles, mode, approval } = choices
  // Defaults are applied by the host, so that the run records where its strategy came from.
  const strategy = by === 'message' || by === 'before' ? pick : null
  const workspace = branchWorkspace(parentId, draft.branch === null ? run : runOfTurn(parentId))
  const { project } = useWorkbench.getState()
  const conversationId = key === draftKey(project?.id ?? '', null) ? await conversationToWriteIn() : key
  if (conversationId === null || project === null) return
  const end = draft.branch === null ? { atEnd: true as const } : {}
  const request = { parentId, message, strategy, roles: { ...roles }, mode, approval, ...(compact && { compact }) }
  const images = draft.images?.map(({ ref, name }) => ({ ref, name })) ?? []
  await startRun({ ...request, ...workspace, ...end, ...(images.length > 0 && { images }) }, conversationId)
  // The choices are kept for the conversation's next message; a strategy only if the conversation has no default.
  const stays = usePresets.getState().defaults.conversation === null ? draft.strategy : null
  const rolesStay = draft.roles === null ? null : roles
  changeDraft(conversationId, { strategy: stays, mode, approval, roles: rolesStay, branch: null })
  // The choices do not carry over to other conversations: new ones start with the settings' defaults.
  changeDraft(draftKey(project.id, null), noChoices)
}

/** The newest run of a turn of the open conversation; a message after the turn uses its workspace. */
function runOfTurn(turnId: string | null): Run | null {
  const { tree } = useWorkbench.getState()
  const turn = tree?.state === 'ready' ? tree.value.turns.find((each) => each.id === turnId) : undefined
  return turn === undefined ? null : newestRun(turn)
}
