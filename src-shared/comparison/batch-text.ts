import { assertNever } from '../base/assert-never.ts'
import { counted, formatCost, formatDuration, formatFixed, formatTokens, listed } from '../base/format.ts'
import { minPairs } from '../statistics/bootstrap.ts'
import type { Certainty } from './comparison-batch.ts'
import type { LaneResults, MeasureResults, PairedResults, ScoreResults } from './comparison-results.ts'

/**
 * The result of a batch, in sentences. The verdict is computed elsewhere (statistics/verdict.ts); this only phrases it.
 */

/** `46 %`, with a non-breaking space; a share below 1 is never shown as 100 %. */
export function percent(share: number): string {
  // A mean of thirds that is 37.5 % may have been computed as 37.4999999.
  const whole = Math.round(share * 100 + 1e-9)
  if (whole === 100 && share < 1) return '>99\u00a0%'
  return `${whole === 0 && share > 0 ? '<1' : whole}\u00a0%`
}
const signed = (figure: number, words: string): string => (figure === 0 ? words : `${figure < 0 ? '−' : '+'}${words}`)
const points = (share: number): string => signed(share, `${Math.abs(Math.round(share * 100))}`)

/**
 * What the interval of a difference is called: with several comparisons, all hold at once, and each is wider than one by
 * itself.
 */
export const intervalName = (comparisons: number): string =>
  comparisons > 1 ? `95\u00a0% interval for all ${comparisons} comparisons at once:` : '95\u00a0% interval'

export const laneText = ({ label, name, trials, successes, success, ...rest }: LaneResults): string => {
  if (success === null)
    return rest.void === 0
      ? `${label} (${name}): no trials yet.`
      : `${label} (${name}): no trial that counts; ${rest.void} not counted, for what was not its doing.`
  const range = `${percent(success.from)} to ${percent(success.to ?? 1)}`
  const left = rest.void === 0 ? '' : `; ${rest.void} not counted, for what was not its doing`
  return `${label} (${name}): ${successes} of ${trials} succeed, ${percent(success.value)} (${range})${left}.`
}

export function successText(paired: PairedResults, certainty: Certainty): string {
  const { lane, against, pairs, wins, losses, difference, p, success, moreRepeats, decidedAfter } = paired
  if (difference === null) return `${lane} compared with ${against}: not enough; no pair of trials has ended.`
  const span = `${points(difference.value)} points (${points(difference.from)} to ${points(difference.to ?? 1)})`
  const seen = `${span}; of ${counted(pairs, 'pair')} ${wins} only ${lane}, ${losses} only ${against}, p = ${formatFixed(p, 3)}`
  const when = decidedAfter === null ? '' : `, decided after ${counted(decidedAfter, 'pair')}`
  switch (success) {
    case 'better':
    case 'worse':
      return `${lane} is ${success} than ${against} in success: ${seen}${when}.`
    case 'no difference shown':
      return `${lane} compared with ${against}: no difference shown in success: ${seen}; all within ${percent(certainty.margin)}.`
    case 'not enough':
      return `${lane} compared with ${against}: not enough to tell them apart in success: ${seen}.${repeatsText(moreRepeats, Math.max(Math.abs(difference.value), certainty.margin))}`
    default:
      return assertNever(success)
  }
}

const repeatsText = (more: number | null, size: number): string =>
  more === null
    ? ''
    : ` About ${counted(more, 'more repeat')} of every task would likely show a difference of ${counted(Math.round(size * 100), 'point')}, if there is one.`

/** A number with its unit, without its sign. */
export function formatMeasure(measure: MeasureResults['measure'], figure: number): string {
  switch (measure) {
    case 'time':
      return formatDuration(Math.abs(figure))
    case 'tokens':
      return formatTokens(Math.abs(figure))
    case 'cost':
      return formatCost(Math.abs(figure))
    default:
      return assertNever(measure)
  }
}

/** One sentence for each measure that has a difference, and one for all that have none yet. */
/** @param needed how much is needed to tell, in words */
export function measureTexts(paired: Measured, needed = `${minPairs} pairs`): string[] {
  const open = paired.measures.flatMap(({ measure, difference }) => (difference === null ? [measure] : []))
  const measured = paired.measures.flatMap((each) => measureText(paired, each) ?? [])
  if (open.length === 0) return measured
  const { lane, against } = paired
  const names = listed(open, 'or')
  return [
    ...measured,
    `${lane} compared with ${against}: not enough to tell them apart in ${names}; that takes ${needed}.`,
  ]
}

type Measured = Pick<PairedResults, 'lane' | 'against' | 'measures'>

function measureText({ lane, against }: Measured, results: MeasureResults): string | null {
  const { measure, difference, verdict } = results
  if (difference === null) return null
  const span = (each: number) => signed(each, formatMeasure(measure, each))
  const seen = `${span(difference.value)} (${span(difference.from)} to ${span(difference.to ?? difference.value)}) a trial`
  if (verdict === 'better' || verdict === 'worse')
    return `${lane} is ${verdict} than ${against} in ${measure}: ${seen}.`
  return `${lane} compared with ${against}: ${verdict === 'not enough' ? 'not enough to tell them apart' : verdict} in ${measure}: ${seen}.`
}

export function scoreText({ lane, against }: PairedResults, { difference, verdict }: ScoreResults): string {
  const span = (each: number) => signed(each, formatScore(Math.abs(each)))
  const seen =
    difference === null
      ? `that takes ${minPairs} pairs`
      : `${span(difference.value)} (${span(difference.from)} to ${span(difference.to ?? difference.value)}) a trial`
  if (verdict === 'better' || verdict === 'worse') return `${lane} is ${verdict} than ${against} in score: ${seen}.`
  return `${lane} compared with ${against}: ${verdict === 'not enough' ? 'not enough to tell them apart' : verdict} in score: ${seen}.`
}

/** Three significant digits. */
export const formatScore = (score: number): string => String(Number(score.toPrecision(3)))

/** Of a lane; if it is not known, why. */
export function costPerSuccessText({ costPerSuccess: estimate, noCostPerSuccess }: PricedLane): string {
  if (estimate === null) return `— (${noCostPerSuccess ?? 'not known'})`
  if (estimate.to === 0) return formatCost(0)
  const from = formatCost(estimate.from)
  const range = estimate.to === null ? `${from} or more, with no upper bound` : `${from} to ${formatCost(estimate.to)}`
  return `${formatCost(estimate.value)} (${range})`
}
type PricedLane = Pick<LaneResults, 'costPerSuccess' | 'noCostPerSuccess'>

/** The median cost of a lane's trials; if it is not known, why. */
export function medianCostText(lane: Pick<LaneResults, 'trials' | 'spread' | 'noCostPerSuccess'>): string {
  if (lane.trials === 0) return '—'
  return lane.noCostPerSuccess === 'not reported' ? 'not reported' : formatCost(lane.spread.cost?.median ?? null)
}

/** The median number of tokens of a lane's trials; if no trial has one, why. */
export function medianTokensText({ trials, spread }: Pick<LaneResults, 'trials' | 'spread'>): string {
  if (trials === 0) return '—'
  return spread.tokens === null ? 'not reported' : formatTokens(spread.tokens.median)
}
