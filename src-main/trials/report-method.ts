import type { Certainty } from '../../src-shared/comparison/comparison-batch.ts'

/** How the numbers of a report were computed, for a reader who has only the page. */
export function methodWords({ alpha, margin, stopEarly }: Certainty, lanes: number): string[] {
  const sure = `${Math.round((1 - alpha) * 100)} %`
  const test = stopEarly
    ? `by a bet against “alike” that may be looked at after every pair: it is wrong in at most ${alpha * 100} of 100 batches over all looks (Ville 1939, Robbins 1970)`
    : `by McNemar’s exact test (${alpha * 100} % both ways), once the plan is done`
  return [
    'Trials ran in a random order that the seed fixes; every lane got the same tasks, as often, from the same files. Lanes are compared by pairs: same task, same repeat.',
    `“better” and “worse” in success are said ${test}; in time, tokens, cost and scores, where the whole ${sure} interval is on one side of zero${stopEarly ? ', and with it that of a confidence sequence, which holds over all looks (Waudby-Smith and others 2024): what is shown spans both' : ''}.`,
    `“no difference shown” is said only where the whole interval is within ${Math.round(margin * 100)} % (success: points; others: of the first lane’s mean). All else is “not enough”.`,
    `Intervals at ${sure}: rates by Wilson (1927), differences of rates by Newcombe’s method 10 (1998), differences of means by the paired bootstrap-t (Hall 1988, 2000 draws), cost per success by Fieller (1954).`,
    'pass@k is how likely one of k tries succeeds, without bias (Chen et al. 2021), as the mean over the tasks.',
    'A trial that failed for what was not the lane’s doing, such as an endpoint that did not answer, counts for nobody, nor does its pair.',
    ...(lanes > 2
      ? [`With ${lanes} lanes the error rate is shared out among the comparisons with the first one.`]
      : []),
  ]
}
