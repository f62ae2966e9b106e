import type { BoundLane } from '../../../src-shared/comparison.ts'
import type { BatchTask, Trial } from '../../../src-shared/comparison-batch.ts'
import { seededChance, shuffled } from '../../../src-shared/statistics/chance.ts'

/**
 * Every lane at every task, so many times, in a random order that the seed fixes: what drifts with time (an endpoint's
 * load, a cache that fills) then favours nobody. The lanes of a pair come one after the other, in random order too.
 */
export function planTrials(
  lanes: readonly Pick<BoundLane, 'label'>[],
  tasks: readonly Pick<BatchTask, 'id'>[],
  repeats: number,
  seed: number,
): Trial[] {
  const chance = seededChance(seed)
  const pairs = tasks.flatMap(({ id }) => Array.from({ length: repeats }, (_, repeat) => ({ taskId: id, repeat })))
  return shuffled(pairs, chance)
    .flatMap((pair) => shuffled(lanes, chance).map(({ label }) => ({ ...pair, lane: label })))
    .map((each, number) => ({ ...each, number, state: 'waiting', runId: null, result: null, failure: null }))
}
