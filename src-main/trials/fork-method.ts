import type { Batch } from '../../src-shared/comparison/comparison-batch.ts'
import { containerForksText } from '../../src-shared/comparison/what-if/effect-text.ts'

/** How the numbers of forks of a step were computed, for a reader who has only the page. */
export function forkMethodText({
  certainty,
  lanes,
  tasks,
  fork,
}: Pick<Batch, 'certainty' | 'lanes' | 'tasks' | 'fork'>): string[] {
  const { alpha, margin } = certainty
  const sure = `${Math.round((1 - alpha) * 100)} %`
  const compared =
    fork?.kind === 'scan'
      ? 'Each lane continues the run from a later step than the one before it, and changes nothing: the difference between two of them is what the run’s decision in between was worth (its advantage; Baird 1993).'
      : 'Lane A continues the run as it was, the others with one thing changed.'
  return [
    `Every trial continues the same run from a step, in its own copy of the files as they were then, independently of the others: trials are not paired. ${compared}`,
    ...(tasks.some(({ container }) => container !== undefined) ? [containerForksText] : []),
    'Steps before it are reused from the log: they are not repeated, and their time, tokens and cost are not counted.',
    `An effect on success is said if the exact unconditional test (Boschloo 1970; ${alpha * 100} % both ways) and the interval both exclude that there is none, once all trials have ended; in time, tokens and cost, if the whole interval is on one side of zero.`,
    `“no effect shown” is said only if the whole interval is within ${Math.round(margin * 100)} % (success: points; others: of the mean compared with). All else is “not enough”.`,
    `Intervals at ${sure}: rates by Wilson (1927), differences of rates by Newcombe’s method 10 for independent proportions (1998), differences of means by Welch (1947).`,
    ...(lanes.length > 2
      ? [`The error rate is divided among the ${lanes.length - 1} comparisons (Bonferroni): their intervals are wider.`]
      : []),
    'A trial that failed for what was not the lane’s doing, such as an endpoint that did not answer, does not count.',
  ]
}
