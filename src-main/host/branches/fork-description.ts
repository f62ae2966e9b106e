import { FailureError } from '../../../src-shared/base/failure.ts'
import { counted } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { ForkRequest } from '../../../src-shared/run/fork.ts'
import type { HostContext } from '../host-context.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import { stateAfterStep, stateBeforeStep } from './state-at.ts'

/** Says in a sentence which files a fork continues with, compared with those of the other run at that step. */
export async function filesOfFork(
  parts: Pick<HostContext, 'store'>,
  { path, workspaceId, answer }: Pick<ForkRequest, 'path' | 'workspaceId' | 'answer'>,
  from: Run,
  { snapshots }: ProjectWork,
): Promise<string> {
  const copy = workspaceId == null ? undefined : parts.store.workspaces.get(workspaceId)
  const where = copy === undefined ? 'The files' : `The run works in the isolated copy "${copy.name}". The files there`
  // If its answer is given, the step is not repeated: the files are those after the step.
  const then = answer === null ? stateBeforeStep(parts, from, path) : stateAfterStep(parts, from, path)
  if (then === null) return `${where} are the current ones, because there is no snapshot from that step.`
  try {
    const differ = (await snapshots.paths((await snapshots.snapshot()).id, then)).length
    if (differ === 0) return `${where} are those of that step.`
    return `${where} are the current ones: ${counted(differ, 'file differs', 'files differ')} from that step.`
  } catch (thrown) {
    if (thrown instanceof FailureError) return `${where} are the current ones.`
    throw thrown
  }
}
