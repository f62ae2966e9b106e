import type { Turn } from '../../../src-shared/run/conversation.ts'
import { type SpanRef, showIn } from '../../stores/session/selection-store.ts'
import { chooseRun, showTurn } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'

/** The turn a run answers; null if it was deleted or belongs to another conversation. */
export function turnOfRun(turns: readonly Turn[], runId: string): Turn | null {
  return turns.find((turn) => turn.runs.some((run) => run.id === runId)) ?? null
}

/** Shows a step of any run of the conversation: its branch, and the step selected in it. */
export function showStep(step: SpanRef): void {
  const { tree } = useWorkbench.getState()
  const turn = tree?.state === 'ready' ? turnOfRun(tree.value.turns, step.runId) : null
  if (turn === null) return
  chooseRun(turn.id, step.runId)
  showTurn(turn.id)
  // Another branch brings a selection of its own; this one comes after it.
  requestAnimationFrame(() => requestAnimationFrame(() => showIn('chat', step)))
}
