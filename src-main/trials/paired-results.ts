import { measureValue, type Pair, type Pairs, pairsOf } from '../../src-shared/comparison/batch-pairs.ts'
import type { Check } from '../../src-shared/comparison/comparison.ts'
import type { Certainty, Trial } from '../../src-shared/comparison/comparison-batch.ts'
import { type Measure, measures, type PairedResults } from '../../src-shared/comparison/comparison-results.ts'
import type { LaneLabel } from '../../src-shared/comparison/lane-label.ts'
import type { Race } from '../../src-shared/comparison/race/race.ts'
import { bettingInterval } from '../../src-shared/statistics/betting-interval.ts'
import type { Interval } from '../../src-shared/statistics/interval.ts'
import { mcnemarExact } from '../../src-shared/statistics/mcnemar.ts'
import { type SequentialResult, testSequentially } from '../../src-shared/statistics/sequential.ts'
import { meanOf } from '../../src-shared/statistics/spread.ts'
import { asTested, measureVerdict, successVerdict, type VerdictWord } from '../../src-shared/statistics/verdict.ts'
import { pairedScore } from './paired-score.ts'
import { type PairedCounts, pairedDifference } from './statistics/paired-rates.ts'
import { pairsNeeded } from './statistics/pairs-needed.ts'
import { differenceOf } from './statistics/sequential-mean.ts'

export interface PairingRules extends Certainty {
  readonly seed: number
  /** How many lanes are compared with the first: the error rate is divided among them (Bonferroni). */
  readonly comparisons: number
  readonly tasks: number
  /** The lanes all against all, if they race: then it decides the words on success. */
  readonly race: Race | null
  /** Which way scores are to be read. */
  readonly score: Check['better'] | null
}

/**
 * A lane beside the first one.
 *
 * 1. Words are said when the plan is done; or, if it may stop early, as soon as the test that bears any number of
 *    looks decides. A plan that was broken off otherwise says "not enough": whoever stops when it looks good would
 *    find a difference sooner or later where there is none.
 * 2. Looks go by the planned order, up to the first pair that has not ended.
 * 3. If there may be many looks, as also where repeats were added, the words on measures and scores bear them too, and so
 *    does the interval of the difference in success: "no difference shown" is said by it.
 * 4. Time, tokens and cost share the error rate (Bonferroni), so that the words on all three together are wrong no more
 *    often than those on success: their intervals hold at once.
 * 5. In a race, "better" and "worse" in success are those of the race (`race.ts`), and p is corrected for all pairs of
 *    lanes. Of a lane that is out, nothing else is said: its trials were cut short because of what they showed.
 */
export function pairedResults(
  trials: readonly Trial[],
  lane: LaneLabel,
  against: LaneLabel,
  rules: PairingRules,
): PairedResults {
  const pairs = pairsOf(trials, lane, against)
  const alpha = rules.alpha / rules.comparisons
  const looks =
    rules.race !== null ? looksIn(rules.race, lane, against) : rules.stopEarly ? looksAt(pairs, alpha) : null
  const isCut = trials.some((each) => each.state === 'saved' && (each.lane === lane || each.lane === against))
  const isSettled = (pairs.complete && !isCut) || (looks !== null && looks.decidedAfter !== null)
  const success = successOf(pairs, alpha, rules, looks)
  return {
    lane,
    against,
    pairs: pairs.all.length,
    ...success,
    success: isSettled ? success.success : 'not enough',
    decidedAfter: looks?.decidedAfter ?? null,
    moreRepeats: success.success === 'not enough' && !isCut ? moreRepeats(pairs, alpha, rules) : null,
    measures: measures.flatMap((measure) => measureOf(pairs.all, measure, isSettled, alpha / measures.length, rules)),
    score: pairedScore(pairs.all, rules.score, { ...rules, alpha, said: isSettled }),
  }
}

const looksAt = (pairs: Pairs, alpha: number): SequentialResult =>
  testSequentially(
    pairs.ahead.map(({ one, other }) => ({ one: one.result.success, other: other.result.success })),
    alpha,
  )

function looksIn(race: Race, lane: LaneLabel, against: LaneLabel): SequentialResult {
  const won = race.claim(lane, against)
  const claim = won ?? race.claim(against, lane)
  const p = Math.min(race.p(lane, against), race.p(against, lane))
  return { p, decidedAfter: claim?.after ?? null, better: claim === null ? null : won === null ? 'other' : 'one' }
}

function countsOf(pairs: readonly Pair[]) {
  const count = (one: boolean, other: boolean) =>
    pairs.filter((pair) => pair.one.result.success === one && pair.other.result.success === other).length
  return {
    both: count(true, true),
    onlyOne: count(true, false),
    onlyOther: count(false, true),
    neither: count(false, false),
  }
}

function successOf({ all }: Pairs, alpha: number, { margin, stopEarly }: PairingRules, looks: SequentialResult | null) {
  const counts = countsOf(all)
  const { onlyOne: wins, onlyOther: losses } = counts
  const found = all.length === 0 ? null : stopEarly ? alwaysDifference(counts, alpha) : pairedDifference(counts, alpha)
  const p = looks?.p ?? mcnemarExact(wins, losses)
  // What was decided stays so, whatever the trials that were still under way then came to.
  const decided = looks === null || looks.better === null ? null : looks.better === 'one' ? 'better' : 'worse'
  const success: VerdictWord = decided ?? successVerdict({ wins, losses, p, alpha, difference: found, margin })
  const difference = found === null ? null : { ...found, ...asTested(found, success) }
  return { wins, losses, difference, p, success }
}

/** The difference of two rates with an interval that holds at any number of looks. */
function alwaysDifference(
  { both, onlyOne, onlyOther, neither }: PairedCounts,
  alpha: number,
): Interval & { readonly value: number } {
  const same = both + neither
  const seen = [
    { value: 1, count: onlyOne },
    { value: 0, count: same },
    { value: -1, count: onlyOther },
  ]
  return { value: (onlyOne - onlyOther) / (onlyOne + onlyOther + same), ...bettingInterval(seen, [-1, 1], alpha) }
}

/** Looking after every pair takes about so many times as many pairs (by simulation, test/shared/statistics). */
const lookingCosts = 1.7

/** To find a difference as large as was seen, but no smaller than what matters, four times of five. */
function moreRepeats({ all }: Pairs, alpha: number, { margin, stopEarly, tasks }: PairingRules): number | null {
  if (all.length === 0) return null
  const { onlyOne, onlyOther } = countsOf(all)
  const difference = Math.max(Math.abs(onlyOne - onlyOther) / all.length, margin)
  // One half more on either side: a few pairs that happen to agree do not promise that all will.
  const discordant = (onlyOne + onlyOther + 1) / (all.length + 2)
  const needed = pairsNeeded({ discordant, difference, alpha, power: 0.8 })
  if (needed === null) return null
  return Math.max(1, Math.ceil((needed * (stopEarly ? lookingCosts : 1) - all.length) / tasks))
}

function measureOf(
  pairs: readonly Pair[],
  measure: Measure,
  isSettled: boolean,
  alpha: number,
  { margin, seed, stopEarly }: PairingRules,
): PairedResults['measures'][number][] {
  const both = pairs.flatMap(({ one, other }) => {
    const [own, others] = [measureValue(one, measure), measureValue(other, measure)]
    return own === null || others === null ? [] : [{ own, others }]
  })
  if (both.length === 0) return []
  const differences = both.map(({ own, others }) => own - others)
  const interval = differenceOf(differences, alpha, { seed, manyLooks: stopEarly })
  const difference = interval === null ? null : { value: meanOf(differences), ...interval }
  const usual = meanOf(both.map(({ others }) => others))
  const verdict = isSettled ? measureVerdict(interval, margin * usual) : 'not enough'
  return [{ measure, difference, usual, verdict }]
}
