import { branchTo } from '../../../src-shared/run/conversation.ts'
import { revealMessage } from '../../stores/session/chat-store.ts'
import { showTurn } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

/** Shows the branch that contains a turn, and scrolls to the turn's message. */
export function goToTurn(wanted: string): void {
  const { tree, turnId } = useWorkbench.getState()
  if (tree?.state !== 'ready') return
  const isShown = turnId !== null && branchTo(tree.value.turns, turnId).some((turn) => turn.id === wanted)
  if (!isShown) showTurn(wanted)
  revealMessage(wanted)
}
