import type { Trial } from '../../../src-shared/comparison-batch.ts'
import type { Run } from '../../../src-shared/conversation.ts'
import type { Failure, FailureKind } from '../../../src-shared/failure.ts'
import type { LaneRecord } from './lane-work.ts'

/** What fails in these ways is the surroundings' doing and tells nothing of a strategy. */
const surroundings: readonly FailureKind[] = [
  'model-unreachable',
  'model-key-refused',
  'model-rate-limited',
  'model-overloaded',
  'workspace-missing',
  'workspace-failed',
  'store-failed',
  'internal',
]

type TrialEnd = Pick<Trial, 'state' | 'result' | 'failure'>

/**
 * What a trial came to. With a check the check alone decides, also where the run itself failed: what was asked is there
 * or not. A trial that was broken off is still to be done.
 */
export function trialEnd(lane: LaneRecord, run: Run | undefined): TrialEnd {
  if (lane.state === 'stopped' || lane.state === 'interrupted') return { state: 'waiting', result: null, failure: null }
  if (lane.state !== 'done' || run === undefined) return voided(lane.failure)
  if (run.failure !== null && surroundings.includes(run.failure.kind)) return voided(run.failure)
  const { checkResult: check } = lane
  return {
    state: 'done',
    failure: run.failure,
    result: {
      success: check === null ? run.status === 'completed' : check.exitCode === 0,
      status: run.status,
      totals: run.totals,
      workMs: Math.max(0, run.durationMs - run.totals.waitingMs),
      changes: run.changes,
      check,
    },
  }
}

const voided = (failure: Failure | null): TrialEnd => ({ state: 'void', result: null, failure })
