import type { Pair } from '../../src-shared/comparison/batch-pairs.ts'
import type { Check } from '../../src-shared/comparison/comparison.ts'
import type { BatchTask, Certainty } from '../../src-shared/comparison/comparison-batch.ts'
import type { ScoreResults } from '../../src-shared/comparison/comparison-results.ts'
import { meanOf } from '../../src-shared/statistics/spread.ts'
import { measureVerdict } from '../../src-shared/statistics/verdict.ts'
import { differenceOf } from './statistics/sequential-mean.ts'

/** Which way the scores of these tasks are to be read; null if none is taken, or they point in different ways. */
export function scoreDirection(tasks: readonly Pick<BatchTask, 'check'>[]): Check['better'] | null {
  const scored = tasks.flatMap(({ check }) => (check === null || check.scorePattern === null ? [] : [check.better]))
  const [first] = scored
  return first !== undefined && scored.every((each) => each === first) ? first : null
}

/** The scores of two lanes by their pairs; null if no pair has both. */
export function pairedScore(
  pairs: readonly Pair[],
  better: Check['better'] | null,
  { alpha, margin, seed, stopEarly, said: isSettled }: Certainty & { readonly seed: number; readonly said: boolean },
): ScoreResults | null {
  const both = pairs.flatMap(({ one, other }) => {
    const [own, others] = [one.result.check?.score ?? null, other.result.check?.score ?? null]
    return own === null || others === null ? [] : [{ own, others }]
  })
  if (both.length === 0 || better === null) return null
  const differences = both.map(({ own, others }) => own - others)
  const interval = differenceOf(differences, alpha, { seed, manyLooks: stopEarly })
  const usual = meanOf(both.map(({ others }) => others))
  // The rule is for figures of which less is better: of others it looks at the mirror image.
  const turned = better === 'lower' || interval === null ? interval : { from: -interval.to, to: -interval.from }
  return {
    better,
    difference: interval === null ? null : { value: meanOf(differences), ...interval },
    usual,
    verdict: isSettled ? measureVerdict(turned, margin * Math.abs(usual)) : 'not enough',
  }
}
