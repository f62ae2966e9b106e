import type { Turn } from '../../../src-shared/run/conversation.ts'
import { type SpanRef, showIn } from '../../stores/session/selection-store.ts'
import { chooseRun, showTurn } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

/** The turn that a run belongs to; null if it was deleted or is in another conversation. */
export function turnOfRun(turns: readonly Turn[], runId: string): Turn | null {
  return turns.find((turn) => turn.runs.some((run) => run.id === runId)) ?? null
}

/** Shows a step of any run of the conversation: switches to its branch and selects it. */
export function showStep(step: SpanRef): void {
  const { tree } = useWorkbench.getState()
  const turn = tree?.state === 'ready' ? turnOfRun(tree.value.turns, step.runId) : null
  if (turn === null) return
  chooseRun(turn.id, step.runId)
  showTurn(turn.id)
  // Switching branches resets the selection, so select afterwards.
  requestAnimationFrame(() => requestAnimationFrame(() => showIn('chat', step)))
}
