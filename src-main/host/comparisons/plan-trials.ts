import type { BoundLane } from '../../../src-shared/comparison/comparison.ts'
import type { Batch, BatchTask, Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import { seededChance, shuffled } from '../../../src-shared/statistics/chance.ts'

/**
 * Every lane at every task, so many times, in a random order that the seed fixes: what drifts with time (an endpoint's
 * load, a cache that fills) then favours nobody. The lanes of a pair come one after the other, in random order too.
 */
export function planTrials(
  lanes: readonly Pick<BoundLane, 'label' | 'picks'>[],
  tasks: readonly Pick<BatchTask, 'id'>[],
  repeats: number,
  seed: number,
): Trial[] {
  const chance = seededChance(seed)
  const pairs = tasks.flatMap(({ id }) => Array.from({ length: repeats }, (_, repeat) => ({ taskId: id, repeat })))
  return shuffled(pairs, chance)
    .flatMap((pair) =>
      shuffled(lanes, chance).map(({ label, picks }) => {
        const routed = picks?.[pair.taskId]?.routed
        return { ...pair, lane: label, ...(routed !== undefined && { routed }) }
      }),
    )
    .map((each, number) => ({ ...each, number, state: 'waiting', runId: null, result: null, failure: null }))
}

/** Further repeats of the same, after all that were planned before; their order is by chance of its own. */
export function moreTrials(
  { lanes, tasks, seed, repeats: before }: Pick<Batch, 'lanes' | 'tasks' | 'seed' | 'repeats'>,
  planned: number,
  repeats: number,
): Trial[] {
  return planTrials(lanes, tasks, repeats, seed + before).map((trial) => ({
    ...trial,
    number: trial.number + planned,
    repeat: trial.repeat + before,
  }))
}
