import type { SharedSetUp } from '../../../../src-shared/comparison/comparison.ts'
import type { BatchTask, Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { HostContext } from '../../host-context.ts'

/** What a run was made for: the set-up of its copy and its task's own parts, with the check. */
interface MadeFor {
  readonly setUp: Pick<SharedSetUp, 'dependencies' | 'setUpCommand'>
  readonly task: Omit<BatchTask, 'id' | 'name' | 'message' | 'images' | 'from' | 'turnId'>
}

/** Of a trial its task, of a lane its comparison; a run by itself has no check. */
export function madeFor({ store }: Pick<HostContext, 'store'>, run: Run): MadeFor {
  const batch = store.batches.list(run.projectId).find(({ conversationId }) => conversationId === run.conversationId)
  const isOf = ({ runId, earlierRunIds = [] }: Trial) => runId === run.id || earlierRunIds.includes(run.id)
  const trial = batch && store.batches.trials(batch.id).find(isOf)
  const found = batch?.tasks.find(({ id }) => id === trial?.taskId)
  if (batch !== undefined && found !== undefined) {
    const { id: _, name: _name, message: _message, images: _images, from: _from, turnId: _turnId, ...task } = found
    return { setUp: batch, task }
  }
  const compared = store.comparisons
    .list(run.projectId, run.conversationId)
    .find(({ lanes }) => lanes.some(({ runId }) => runId === run.id))
  if (compared !== undefined) return { setUp: compared, task: { check: compared.check } }
  return { setUp: { dependencies: 'clone', setUpCommand: null }, task: { check: null } }
}
