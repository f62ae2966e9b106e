import type { Run } from '../../../src-shared/run/conversation.ts'
import { useChosenChanges } from '../../stores/session/changes-store.ts'
import { useBranch, useShownRun } from '../../stores/session/turns.ts'

/** The run whose changes were requested if it is in the branch, else the branch's last run. */
export function useRunOfChanges(): Run | null {
  const chosen = useChosenChanges((state) => state.runId)
  const last = useShownRun()
  const turns = useBranch()
  return turns.flatMap((turn) => turn.runs).find((run) => run.id === chosen) ?? last
}
