import type { Interval } from './interval.ts'

/** `no difference shown` requires that a relevant difference is practically excluded. */
export const verdictWords = ['better', 'worse', 'no difference shown', 'not enough'] as const
export type VerdictWord = (typeof verdictWords)[number]

/** The evidence about success: a test of the pairs, and the interval of the difference (more is better). */
export interface SuccessEvidence {
  readonly wins: number
  readonly losses: number
  /** The p-value of the test of the pairs. */
  readonly p: number
  readonly alpha: number
  /** Null if there are no pairs. */
  readonly difference: Interval | null
  /** The largest difference that is irrelevant. */
  readonly margin: number
}

export function successVerdict({ wins, losses, p, alpha, difference, margin }: SuccessEvidence): VerdictWord {
  if (difference === null) return 'not enough'
  if (p <= alpha && wins !== losses) return wins > losses ? 'better' : 'worse'
  return within(difference, margin) ? 'no difference shown' : 'not enough'
}

/**
 * The verdict on a figure of which less is better, from the interval of its mean difference.
 * @param margin in the figure's own unit
 */
export function measureVerdict(difference: Interval | null, margin: number): VerdictWord {
  if (difference === null) return 'not enough'
  if (difference.to < 0) return 'better'
  if (difference.from > 0) return 'worse'
  return within(difference, margin) ? 'no difference shown' : 'not enough'
}

/**
 * The interval that is shown beside what a test says of the same difference (more is better). The two are computed by
 * different methods, which near the edge may disagree. Where the test tells nothing apart, the interval reaches to 0,
 * and only becomes wider. Where it says better or worse, the interval ends at 0: beyond it the test is wrong no more often
 * than its level allows. Simulated in test/shared/comparison/race/words-and-intervals.test.ts.
 * @param word that the test said; any other than better and worse tells nothing apart
 */
export function asTested({ from, to }: Interval, word: VerdictWord): Interval {
  if (word === 'better') return { from: Math.max(0, from), to: Math.max(0, to) }
  if (word === 'worse') return { from: Math.min(0, from), to: Math.min(0, to) }
  return { from: Math.min(0, from), to: Math.max(0, to) }
}

/** Source: Schuirmann's two one-sided tests (1987), by the interval; at the full level, which is conservative. */
const within = ({ from, to }: Interval, margin: number): boolean => from >= -margin && to <= margin
