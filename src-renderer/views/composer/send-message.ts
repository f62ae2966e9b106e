import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { ComposerState } from '../../parts/choices/use-composer.ts'
import { isUnderWay, queueMessage, startRun } from '../../stores/runs/runs.ts'
import { usePresets } from '../../stores/server-cache/preset-store.ts'
import { revealEnd } from '../../stores/session/chat-store.ts'
import { changeDraft, draftKey } from '../../stores/session/draft-store.ts'
import { newestRun } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { placeNow } from '../../stores/session/workspaces.ts'

/**
 * Sends what stands in the composer, or queues it where a run is under way. The text leaves the box at once
 * and comes back where the host refuses it.
 * @returns what went wrong, or null
 */
export async function sendMessage(composer: ComposerState): Promise<Failure | null> {
  const { key, draft, run } = composer
  const text = draft.text.trim()
  if (text === '') return null
  changeDraft(key, { text: '' })
  revealEnd()
  try {
    if (draft.branch === null && isUnderWay(run)) await queueMessage(run.id, text)
    else await start(composer, text)
    return null
  } catch (thrown) {
    changeDraft(currentKey() ?? key, { text: draft.text })
    return failureFrom(thrown)
  }
}

async function start({ draft, choices, parentId, run }: ComposerState, message: string): Promise<void> {
  const { pick, by, roles, mode, approval } = choices
  // A default is the host's to apply, so that the run can say whose word it was.
  const strategy = by === 'message' || by === 'before' ? pick : null
  const place = placeNow(parentId, draft.branch === null ? run : runOfTurn(parentId))
  await startRun({ parentId, message, strategy, roles: { ...roles }, mode, approval, ...place })
  const key = currentKey()
  // The choices stay with the conversation, for its next message; a strategy only where it has no default of its own.
  const stays = usePresets.getState().defaults.conversation === null ? draft.strategy : null
  if (key !== null)
    changeDraft(key, { strategy: stays, mode, approval, roles: draft.roles === null ? null : roles, branch: null })
  const projectId = useWorkbench.getState().project?.id
  if (projectId !== undefined) changeDraft(draftKey(projectId, null), { strategy: null, roles: null, branch: null })
}

/** The run that a turn of the open conversation shows by itself: where it worked, what answers it works too. */
function runOfTurn(turnId: string | null): Run | null {
  const { tree } = useWorkbench.getState()
  const turn = tree?.state === 'ready' ? tree.value.turns.find((each) => each.id === turnId) : undefined
  return turn === undefined ? null : newestRun(turn)
}

function currentKey(): string | null {
  const { project, conversationId } = useWorkbench.getState()
  return project === null ? null : draftKey(project.id, conversationId)
}
