import { counted } from '../../base/format.ts'
import type { Batch } from '../comparison-batch.ts'
import type { BatchResults } from '../comparison-results.ts'
import type { LaneLabel } from '../lane-label.ts'
import { allPairs } from '../race/all-pairs.ts'
import type { ShownTrial } from '../shown/shown-trial.ts'
import type { MatrixLane } from './trial-matrix.ts'

/** More pairs are not judged for one word. */
const maxJudged = 20

type Planned = Pick<Batch, 'lanes' | 'certainty' | 'out'>

/** Whether the tests say that a lane succeeds more often than every other one. */
export function isCertainLead(
  batch: Planned,
  trials: readonly ShownTrial[],
  { paired }: Pick<BatchResults, 'paired'>,
  leader: LaneLabel,
): boolean {
  if (batch.lanes.length === 2)
    return paired.every(({ lane, against, success }) =>
      lane === leader ? success === 'better' : against === leader && success === 'worse',
    )
  if (batch.lanes.length > maxJudged) return false
  const pairs = allPairs(batch, trials, paired).filter(({ one, other }) => one === leader || other === leader)
  return pairs.every(({ ahead }) => ahead === leader)
}

/** What is said of a lane below its name; null for nothing. `ahead, may be chance` until the tests say otherwise. */
export function leadText(lane: MatrixLane, rank: number, isCertain: boolean): string | null {
  if (lane.outAfter !== null) return `out of the race after ${counted(lane.outAfter, 'trial')}`
  if (rank > 0 || lane.results.success === null) return null
  return isCertain ? 'ahead of all others' : 'ahead, may be chance'
}
