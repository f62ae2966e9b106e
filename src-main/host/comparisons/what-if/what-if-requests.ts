import type { whatIfRequests as requests } from '../../../../src-shared/api/what-if-requests.ts'
import { restFrom } from '../../../../src-shared/comparison/what-if/fork-estimate.ts'
import { forkableSteps } from '../../../../src-shared/run/forkable-steps.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import { found } from '../../base/not-found.ts'
import type { HandlersOf } from '../../handlers.ts'
import type { Batches } from '../batches/batches.ts'
import { madeFor } from './made-for.ts'
import type { PlanParts } from './plan-forks.ts'

/** What would have happened: a run continued many times from a step. */
export function whatIfRequests(parts: PlanParts, batches: Batches): HandlersOf<keyof typeof requests> {
  const planner = () => import('./plan-forks.ts')
  return {
    'what-if-start': async (request) => batches.startPlanned(await (await planner()).planWhatIf(parts, request)),
    'what-if-scan': async (request) => batches.startPlanned(await (await planner()).planScan(parts, request)),
    'what-ifs-list': async ({ runId }) => (await import('./list-what-ifs.ts')).listWhatIfs(parts, runId),
    'what-if-steps': ({ runId }) => {
      const run = found(parts.store.runs.get(runId), 'run')
      const { conversationId, turnId } = run
      const events = parts.store.events.read(runId, -1)
      const view = foldItems(
        emptyRunView(),
        events.map((event) => ({ kind: 'event', event }) as const),
      )
      const steps = forkableSteps(events).map((step) => ({ ...step, rest: restFrom(view, step.path) }))
      const { check, container } = madeFor(parts, run).task
      return { steps, check, inContainer: container !== undefined, conversationId, turnId }
    },
  }
}
