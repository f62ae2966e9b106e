import { describe, expect, it } from 'vitest'
import { batchResults } from '../../../src-main/trials/batch-results.ts'
import type { Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import type { Measure } from '../../../src-shared/comparison/comparison-results.ts'
import { pairedBootstrap } from '../../../src-shared/statistics/bootstrap.ts'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import type { Interval } from '../../../src-shared/statistics/interval.ts'
import { madeBatch, madeResult } from '../../kit/agent/sample-trials.ts'

/**
 * How often comparisons of two lanes that are alike say “better” or “worse” of time, tokens or cost. Tasks differ in size,
 * and tries at a task differ, both log-normally: the differences of such pairs are symmetric with heavy tails. All by
 * seed: the same each time.
 */

type Chance = () => number
const normal = (chance: Chance) => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

interface World {
  readonly tasks: number
  readonly repeats: number
  /** Standard deviations of the logarithm of tokens: of tasks, and of tries at one. */
  readonly between: number
  readonly within: number
  /** Tokens of lane B, as a multiple of those of lane A. */
  readonly times?: number
}

/** What the product says of one experiment in this world. */
function measuresIn({ tasks, repeats, between, within, times = 1 }: World, seed: number) {
  const chance = seededChance(1000 + seed * 7)
  const sizes = Array.from({ length: tasks }, () => between * normal(chance))
  const trials: Trial[] = []
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const [task, size] of sizes.entries())
      for (const lane of ['A', 'B'] as const) {
        const tokens = 8000 * Math.exp(size + within * normal(chance)) * (lane === 'B' ? times : 1)
        const workMs = Math.round(tokens * 5 * Math.exp(0.3 * normal(chance)))
        const result = madeResult({ success: true, tokens: Math.round(tokens), cost: tokens * 2e-6, workMs })
        const common = { number: trials.length, taskId: `t${task}`, repeat, lane, runId: null }
        trials.push({ ...common, state: 'done', failure: null, result })
      }
  const [proto] = madeBatch().tasks
  const made = sizes.flatMap((_, at) => (proto === undefined ? [] : [{ ...proto, id: `t${at}` }]))
  return batchResults(madeBatch({ tasks: made, repeats, seed: seed + 1 }), trials).paired[0]?.measures ?? []
}

/** Of these experiments, the share with such a word, for each measure and for any of them. */
function wordsIn(world: World, experiments: number): Record<Measure | 'any', number> {
  const said = { time: 0, tokens: 0, cost: 0, any: 0 }
  for (let seed = 0; seed < experiments; seed++) {
    const words = measuresIn(world, seed).filter(({ verdict }) => verdict === 'better' || verdict === 'worse')
    for (const { measure } of words) said[measure] += 1 / experiments
    if (words.length > 0) said.any += 1 / experiments
  }
  return said
}

const worlds: readonly World[] = [
  { tasks: 10, repeats: 1, between: 0, within: 0.3 },
  { tasks: 10, repeats: 1, between: 0.7, within: 0.5 },
  { tasks: 10, repeats: 1, between: 1, within: 1 },
  { tasks: 10, repeats: 3, between: 0.7, within: 0.5 },
  { tasks: 10, repeats: 3, between: 1, within: 0.5 },
  { tasks: 10, repeats: 3, between: 1, within: 1 },
]

describe('lanes that are alike are called different in time, tokens and cost no more often than promised', () => {
  it.each(worlds)('$tasks tasks, $repeats repeats, tasks differ by $between and tries by $within', (world) => {
    const said = wordsIn(world, 400)
    expect(said.any).toBeLessThanOrEqual(0.05)
  })

  it('a lane that takes half of the tokens is still found', () => {
    const found = wordsIn({ tasks: 10, repeats: 3, between: 0.7, within: 0.5, times: 0.5 }, 200)
    expect(found.tokens).toBeGreaterThan(0.8)
  })
})

/** One alone, at 95 %: by the interval itself, which the words rest on. */
describe('the interval of a mean of paired differences', () => {
  const misses = (
    world: World,
    experiments: number,
    of: (differences: readonly number[], seed: number) => Interval | null,
  ) => {
    let missed = 0
    for (let seed = 0; seed < experiments; seed++) {
      const chance = seededChance(1000 + seed * 7)
      const sizes = Array.from({ length: world.tasks }, () => world.between * normal(chance))
      const tokens = (size: number) => Math.exp(size + world.within * normal(chance))
      const pairs = sizes.flatMap((size) => Array.from({ length: world.repeats }, () => tokens(size) - tokens(size)))
      const found = of(pairs, seed)
      if (found !== null && (found.from > 0 || found.to < 0)) missed += 1 / experiments
    }
    return missed
  }

  it.each(worlds)('misses 0 no more often than promised: %j', (world) => {
    expect(misses(world, 1000, (differences, seed) => pairedBootstrap(differences, 0.05, seed))).toBeLessThanOrEqual(
      0.055,
    )
  })
})
