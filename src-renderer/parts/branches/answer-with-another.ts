import type { Turn } from '../../../src-shared/run/conversation.ts'
import { focusRegion } from '../../commands/focus-region.ts'
import { changeDraft, draftKey } from '../../stores/session/draft-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

/** Makes the composer's next message start a new branch after this turn. */
export function branchAfterTurn(turn: Turn): void {
  const { project } = useWorkbench.getState()
  if (project === null) return
  changeDraft(draftKey(project.id, turn.conversationId), { branch: { parentId: turn.id } })
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('Message')))
}
