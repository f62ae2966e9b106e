import type { Run } from '../../../src-shared/run/conversation.ts'
import type { ModelSpan } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'
import { loadNewTurn } from '../new-turns.ts'
import { useUnderWay } from '../server-cache/under-way.ts'
import { isUnderWay, stopRun } from './runs.ts'

/**
 * Continues a run from a model call with another model, as a branch next to it. The run is stopped if it is active.
 * @throws FailureError if the host refuses
 */
export async function continueWithModel(run: Run, span: Pick<ModelSpan, 'path' | 'bound'>, to: string): Promise<void> {
  if (isUnderWay(run)) await stopAndWait(run.id)
  const roles = otherModel(run.roles, span.bound.profileId, to)
  const same = { strategy: null, approval: null, message: null, answer: null }
  const made = await ask('run-fork', { runId: run.id, path: span.path, roles, ...same })
  await loadNewTurn(made.conversationId, made.turnId, made.turnId)
}

/** Profile ids by role: every role that used one model uses the other, and the rest stay as they were. */
export const otherModel = (roles: Run['roles'], from: string, to: string): Record<string, string> =>
  Object.fromEntries(Object.entries(roles).map(([role, { profileId }]) => [role, profileId === from ? to : profileId]))

/** Resolves once the run has ended. Runs of all projects are followed, whatever is open. */
async function stopAndWait(runId: string): Promise<void> {
  await stopRun(runId)
  const goesOn = () => useUnderWay.getState().runs.some(({ run }) => run.id === runId)
  if (!goesOn()) return
  await new Promise<void>((resolve) => {
    const forget = useUnderWay.subscribe(() => {
      if (goesOn()) return
      forget()
      resolve()
    })
  })
}
