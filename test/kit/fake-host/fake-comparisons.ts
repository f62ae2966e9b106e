import type { comparisonRequests } from '../../../src-shared/api/comparison-requests.ts'
import type { Params, Result } from '../../../src-shared/api/host-api.ts'
import type { tuningRequests } from '../../../src-shared/api/tuning-requests.ts'
import type { whatIfRequests } from '../../../src-shared/api/what-if-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { fakeBatches, fakeDetails } from './fake-batches.ts'
import { changesOf } from './fake-changes.ts'
import { liveBatch, liveChanges } from './fake-live-batch.ts'
import type { FakeWorld } from './fake-world.ts'

type ComparisonMethod = keyof typeof comparisonRequests | keyof typeof tuningRequests | keyof typeof whatIfRequests
type Answers = { [M in ComparisonMethod]: (params: Params<M>, world: FakeWorld) => Result<M> }

const none = (): never => {
  throw new FailureError({
    kind: 'not-found',
    message: 'This comparison is not there any more.',
    advice: 'Go back to the list and choose another.',
  })
}

/** The fake host has no comparisons by default: a test passes the ones it needs. */
export const comparisonAnswers: Answers = {
  'comparison-start': none,
  'comparison-estimate': ({ lanes }) => ({ lanes: lanes.map(() => null), rates: [], disagreement: null }),
  'run-verdicts': () => [],
  'comparisons-list': () => [],
  'comparison-open': none,
  'comparison-stop': none,
  'comparison-resume': none,
  'comparison-judge': none,
  'comparison-verdict': none,
  'comparison-apply': none,
  'comparison-take-back': none,
  'comparison-continue': none,
  'tasks-list': () => [],
  'task-from-turn': none,
  'task-save': none,
  'tasks-import': none,
  'task-prove': none,
  'containers-support': () => ({ engine: null, reason: 'Neither Docker nor Podman is installed.' }),
  'task-images': () => [],
  'task-images-remove': () => [],
  'task-delete': () => null,
  'batch-start': none,
  'batches-list': () => [],
  // Not listed, but they have addresses.
  'batch-open': ({ batchId }) => fakeBatches[batchId]?.() ?? none(),
  'batch-changes': ({ batchId, since, results }, world) =>
    batchId === liveBatch ? liveChanges(world, since, results) : changesOf(fakeBatches[batchId]?.() ?? none(), since),
  'batch-details': ({ batchId }) =>
    fakeDetails(fakeBatches[batchId === liveBatch ? 'batch-large' : batchId]?.() ?? none()),
  'batch-stop': none,
  'batch-pause': none,
  'batch-resume': none,
  'batch-extend': none,
  'batch-report': none,
  'tuning-preview': none,
  'tuning-start': none,
  'tunings-list': () => [],
  'tuning-open': none,
  'tuning-stop': none,
  'tuning-resume': none,
  'tuning-save': none,
  'what-if-start': none,
  'what-if-scan': none,
  'what-ifs-list': () => [],
  'what-if-steps': none,
}
