import type { CommandResult } from '../../../src-shared/comparison/comparison.ts'
import { isPassed } from '../../../src-shared/comparison/lane-outcome.ts'
import type { RunVerdict } from '../../../src-shared/comparison/shown/run-verdict.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'

/** What checks said of the runs of a conversation: of its trials, or of the lanes of its comparisons. */
export function runVerdicts({ store }: Pick<HostContext, 'store'>, conversationId: string): RunVerdict[] {
  const { projectId } = found(store.conversations.get(conversationId), 'conversation')
  const batch = store.batches.list(projectId).find((each) => each.conversationId === conversationId)
  const trials = batch === undefined ? [] : store.batches.trials(batch.id)
  const lanes = store.comparisons.list(projectId, conversationId).flatMap((each) => each.lanes)
  return [
    ...trials.flatMap(({ runId, result }) => verdictOf(runId, result?.check ?? null)),
    ...lanes.flatMap(({ runId, checkResult }) => verdictOf(runId, checkResult)),
  ]
}

const verdictOf = (runId: string | null, check: CommandResult | null): RunVerdict[] =>
  runId === null || check === null ? [] : [{ runId, passed: isPassed(check), check }]
