import { createHash } from 'node:crypto'

/** Whether tests go through all cases that they enumerate, and not only a sample of them: `npm run test:exhaustive`. */
export const isExhaustive = process.env['STRATAGEM_EXHAUSTIVE'] === '1'

/**
 * All of the cases in an exhaustive run, else a sample in the order of the cases. Which ones are drawn is decided by
 * `TEST_SEED`, which the run prints (`vitest.config.ts`).
 * @param count how many are drawn
 * @param isAlways cases that are part of every sample, beside those that are drawn
 */
export function sampleOf<T>(
  cases: readonly T[],
  count: number,
  isAlways: (each: T) => boolean = () => false,
): readonly T[] {
  if (isExhaustive) return cases
  const seed = process.env['TEST_SEED'] ?? '1'
  const rank = (at: number) => createHash('sha256').update(`${seed} ${cases.length} ${at}`).digest('hex')
  const ranked = cases.flatMap((each, at) => (isAlways(each) ? [] : [{ at, rank: rank(at) }]))
  const drawn = new Set(
    ranked
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, count)
      .map(({ at }) => at),
  )
  return cases.filter((each, at) => isAlways(each) || drawn.has(at))
}
