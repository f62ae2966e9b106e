import { formatNumber } from '../../base/format.ts'
import { holm } from '../../statistics/holm.ts'
import { mcnemarExact } from '../../statistics/mcnemar.ts'
import { isCounted } from '../batch-pairs.ts'
import type { BoundLane } from '../comparison.ts'
import type { Batch, Certainty } from '../comparison-batch.ts'
import type { PairedResults } from '../comparison-results.ts'
import type { LaneLabel } from '../lane-label.ts'
import type { ShownTrial } from '../shown/shown-trial.ts'
import { openRace } from './race.ts'

/** Two lanes of more than two, beside each other. */
export interface LanePair {
  readonly one: LaneLabel
  readonly other: LaneLabel
  readonly pairs: number
  /** In how many only the one succeeded, and in how many only the other. */
  readonly onlyOne: number
  readonly onlyOther: number
  /**
   * Corrected for all comparisons of its family; null while trials are to come, unless the test holds at any number of
   * looks.
   */
  readonly p: number | null
  /** Which is shown to succeed more often. */
  readonly ahead: LaneLabel | null
  /**
   * Which tests decide: `first`, those of the lanes compared with the first one, which the whole page calls better and
   * worse; `all`, those of all pairs.
   */
  readonly family: 'first' | 'all'
}

/** The part of a batch that is needed. */
interface Planned extends Pick<Batch, 'certainty'> {
  readonly lanes: readonly Pick<BoundLane, 'label'>[]
}

/**
 * Every pair of lanes by success. A race judges all of them. Else those with the first lane have one verdict on the whole
 * page, that of `paired`; of the others, the chance that any is wrongly said to succeed more often is at most that of one
 * test: once the plan is done, by the exact test of the pairs (McNemar) corrected for all pairs by Holm; in a plan that
 * may stop early, at any time by tests that hold at any number of looks (`race.ts`). Empty for two lanes, whose one pair
 * is judged already.
 */
export function allPairs(
  planned: Planned,
  trials: readonly ShownTrial[],
  paired: readonly FirstPair[],
): readonly LanePair[] {
  const pairs = judgedTogether(planned, trials)
  return planned.certainty.racing === true ? pairs : pairs.map((pair) => asJudgedWithFirst(pair, paired))
}

type FirstPair = Pick<PairedResults, 'lane' | 'against' | 'p' | 'success'>

function asJudgedWithFirst(pair: LanePair, paired: readonly FirstPair[]): LanePair {
  const { one, other } = pair
  const own = paired.find(({ lane, against }) => lane === other && against === one)
  if (own === undefined) return pair
  const ahead = own.success === 'better' ? other : own.success === 'worse' ? one : null
  return { ...pair, p: pair.p === null ? null : Math.min(1, own.p * paired.length), ahead, family: 'first' }
}

function judgedTogether({ lanes, certainty }: Planned, trials: readonly ShownTrial[]): readonly LanePair[] {
  if (lanes.length < 3) return []
  const labels = lanes.map(({ label }) => label)
  const counted = pairCounts(labels, trials)
  if (looksOften(certainty)) {
    const race = openRace(labels, certainty.alpha, trials)
    return counted.map(({ open: _, ...each }) => {
      const p = Math.min(race.p(each.one, each.other), race.p(each.other, each.one))
      const claim = race.claim(each.one, each.other) ?? race.claim(each.other, each.one)
      return { ...each, p, ahead: claim?.better ?? null, family: 'all' as const }
    })
  }
  const isJudged = counted.every(({ open }) => !open)
  const corrected = holm(counted.map(({ onlyOne, onlyOther }) => mcnemarExact(onlyOne, onlyOther)))
  return counted.map(({ open: _, ...each }, at) => {
    const p = isJudged ? (corrected[at] ?? 1) : null
    const ahead = p !== null && p <= certainty.alpha ? (each.onlyOne > each.onlyOther ? each.one : each.other) : null
    return { ...each, p, ahead, family: 'all' as const }
  })
}

const looksOften = ({ stopEarly, racing }: Batch['certainty']): boolean => stopEarly || racing === true

interface PairCounts extends Pick<LanePair, 'one' | 'other' | 'pairs' | 'onlyOne' | 'onlyOther'> {
  /** Whether trials of the two are still to come. */
  readonly open: boolean
}

/** With one look at each trial: 200 lanes make 19,900 pairs. */
function pairCounts(labels: readonly LaneLabel[], trials: readonly ShownTrial[]): PairCounts[] {
  const lanes = labels.map((label) => {
    const own = trials.filter(({ lane }) => lane === label)
    const successes = new Map(
      own.filter(isCounted).map(({ taskId, repeat, result }) => [`${repeat} ${taskId}`, result.success]),
    )
    return { label, successes, open: own.some(({ state }) => state === 'waiting' || state === 'running') }
  })
  return lanes.flatMap((one, at) =>
    lanes.slice(at + 1).map((other) => {
      const both = [...one.successes].flatMap(([round, own]) => {
        const others = other.successes.get(round)
        return others === undefined ? [] : [{ own, others }]
      })
      const only = (wanted: boolean) => both.filter(({ own, others }) => own === wanted && others !== wanted).length
      const open = one.open || other.open
      return {
        one: one.label,
        other: other.label,
        pairs: both.length,
        onlyOne: only(true),
        onlyOther: only(false),
        open,
      }
    }),
  )
}

/**
 * `B is better than A`. The word is kept for one family of tests: elsewhere a lane succeeds more often.
 */
export function lanePairText(
  { one, other, p, ahead, family }: LanePair,
  { racing }: Pick<Certainty, 'racing'>,
): string {
  if (p === null) return 'not judged'
  if (ahead === null) return 'not enough to tell'
  const behind = ahead === one ? other : one
  return family === 'first' || racing === true
    ? `${ahead} is better than ${behind}`
    : `${ahead} succeeds more often than ${behind}`
}

/** Why and how the pairs are judged, in a sentence or two. */
export function allPairsNote({ certainty }: Pick<Batch, 'certainty'>, pairs: readonly LanePair[]): string {
  const { alpha, racing } = certainty
  const sure = `${formatNumber(alpha * 100)} %`
  if (racing === true)
    return `Each pair by a bet against “not better” that may be looked at after every pair of trials, p corrected for all ${pairs.length * 2} directions by Holm: the chance that any lane is ever called better without being so is at most ${sure}.`
  if (pairs.some(({ p }) => p === null)) return 'The pairs are judged once all trials have ended.'
  const own = pairs.filter(({ family }) => family === 'first')
  const [first] = own
  const withFirst =
    first === undefined
      ? ''
      : `Pairs with lane ${first.one} have the verdict above, p corrected for the ${own.length} lanes compared with it. `
  return looksOften(certainty)
    ? `${withFirst}Other pairs by a bet that may be looked at after every pair of trials, p corrected for all ${pairs.length * 2} directions by Holm: the chance that any of them is wrong is at most ${sure}.`
    : `${withFirst}Other pairs by McNemar’s exact test, p corrected for all ${pairs.length} pairs by Holm, which takes a larger difference to show: the chance that any of them is wrong stays below ${sure}.`
}
