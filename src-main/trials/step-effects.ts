import { type CountedTrial, isCounted, measureValue } from '../../src-shared/comparison/batch-pairs.ts'
import type { Batch, Trial } from '../../src-shared/comparison/comparison-batch.ts'
import { type Measure, measures, type StepEffect } from '../../src-shared/comparison/comparison-results.ts'
import type { LaneLabel } from '../../src-shared/comparison/lane-label.ts'
import { meanOf } from '../../src-shared/statistics/spread.ts'
import { asTested, measureVerdict, successVerdict } from '../../src-shared/statistics/verdict.ts'
import { boschloo, independentDifference } from './statistics/independent-rates.ts'
import { welchDifference } from './statistics/welch.ts'

type Planned = Pick<Batch, 'lanes' | 'certainty' | 'fork'>

/**
 * What each lane of a batch of forks comes to, compared with the first one; in a scan, with the one before it: the
 * chance of success from a step less that from the step before is what the decision in between was worth (the advantage
 * of an action, Baird 1993; estimated by running on from each state, as Monte Carlo rollouts do, Tesauro and Galperin
 * 1996).
 *
 * 1. Forks of a step are independent trials: no two of them are a pair.
 * 2. Words are only said when the plan is done. The error rate is divided among the comparisons (Bonferroni).
 * 3. `better` and `worse` need both the exact test and the interval to exclude that the lanes are alike.
 */
export function stepEffects(batch: Planned, trials: readonly Trial[]): StepEffect[] {
  const isScan = batch.fork?.kind === 'scan'
  const [first] = batch.lanes
  return batch.lanes.flatMap(({ label }, at) => {
    const against = isScan ? batch.lanes[at - 1] : first
    return at === 0 || against === undefined ? [] : [effectOf(batch, trials, label, against.label)]
  })
}

function effectOf({ lanes, certainty }: Planned, trials: readonly Trial[], lane: LaneLabel, against: LaneLabel) {
  const { margin } = certainty
  const alpha = certainty.alpha / (lanes.length - 1)
  const planned = trials.filter((each) => each.lane === lane || each.lane === against)
  const isSettled = planned.every(({ state }) => state === 'done' || state === 'void')
  const of = (label: LaneLabel) => planned.filter((each) => each.lane === label).filter(isCounted)
  const [own, others] = [of(lane), of(against)]
  const [one, other] = [rateOf(own), rateOf(others)]
  const isKnown = own.length > 0 && others.length > 0
  const found = isKnown ? independentDifference(one, other, alpha) : null
  const p = isKnown ? boschloo(one, other) : 1
  const isApart = found !== null && (found.from > 0 || found.to < 0)
  const sides = { wins: isApart && found.value > 0 ? 1 : 0, losses: isApart && found.value < 0 ? 1 : 0 }
  const success = successVerdict({ ...sides, p, alpha, difference: found, margin })
  return {
    lane,
    against,
    trials: [own.length, others.length] as const,
    difference: found === null ? null : { ...found, ...asTested(found, success) },
    p,
    success: isSettled ? success : ('not enough' as const),
    measures: measures.flatMap((measure) =>
      measureOf(measure, own, others, isSettled, alpha / measures.length, margin),
    ),
    alike: [lane, against].filter((label) => cameOutAlike(of(label))),
  }
}

const rateOf = (trials: readonly CountedTrial[]) => ({
  good: trials.filter(({ result }) => result.success).length,
  all: trials.length,
})

function measureOf(
  measure: Measure,
  own: readonly CountedTrial[],
  others: readonly CountedTrial[],
  isSettled: boolean,
  alpha: number,
  margin: number,
): StepEffect['measures'][number][] {
  const figures = (trials: readonly CountedTrial[]) => trials.flatMap((each) => measureValue(each, measure) ?? [])
  const [one, other] = [figures(own), figures(others)]
  if (one.length === 0 || other.length === 0) return []
  const interval = welchDifference(one, other, alpha)
  const usual = meanOf(other)
  const difference = interval === null ? null : { value: meanOf(one) - usual, ...interval }
  const verdict = isSettled ? measureVerdict(interval, margin * usual) : 'not enough'
  return [{ measure, difference, usual, verdict }]
}

/** As at temperature 0, or with a seed: the same success, as many calls, tokens and changed lines. */
function cameOutAlike(trials: readonly CountedTrial[]): boolean {
  const facts = trials.map(({ result: { success, status, changes, totals } }) =>
    JSON.stringify([success, status, changes, totals.modelCalls, totals.toolCalls, totals.input, totals.output]),
  )
  return facts.length > 1 && new Set(facts).size === 1
}
