import { counted, formatCost, formatNumber, listed, plural } from '../base/format.ts'
import { intervalName, percent } from './batch-text.ts'
import type { BatchResults, LaneResults, PairedResults, RaceResults } from './comparison-results.ts'
import { type LaneLabel, maxComparedLanes } from './lane-label.ts'
import { effectVerdict } from './what-if/effect-text.ts'

/** What many trials come to, at a glance: the same in the window, on the command line and in reports. */
export interface BatchVerdict {
  readonly kind: 'better' | 'alike' | 'open'
  /** `B is better`, `No difference shown`, `Not enough to tell` */
  readonly chip: string
  /** The lane that the chip calls better, the most of several; null for none. */
  readonly best: LaneLabel | null
  /** In counts: `B succeeds in 19 of 20 trials, A in 9.` */
  readonly headline: string
  /** What it costs, and what is still open; a sentence each. */
  readonly sentences: readonly string[]
}

export function batchVerdict({ lanes, paired, race, effects }: BatchResults): BatchVerdict {
  if (effects !== undefined) return effectVerdict(lanes, effects)
  const best = winnerOf(race) ?? bestOf(paired)
  const sentences = [...(race === undefined ? [] : raceSentences(race)), ...sentencesOf(lanes, paired, best.pair)]
  return { ...best, headline: countsText(lanes), sentences }
}

/** The lane that is left alone in the race: every other is worse than some lane. */
function winnerOf(race: RaceResults | undefined): Best | null {
  const [winner, ...others] = race?.left ?? []
  if (winner === undefined || others.length > 0) return null
  return { kind: 'better', chip: `${winner} won the race`, best: winner, pair: null }
}

function raceSentences({ left, out, saved }: RaceResults): string[] {
  if (out.length === 0) return []
  const lost = `${listed(out.map(({ lane }) => lane))} lost the race`
  return [
    saved > 0 ? `${counted(saved, 'trial')} saved: ${lost}.` : `${lost}.`,
    ...(left.length > 1 ? [`Still in the race: ${listed(left)}.`] : []),
  ]
}

interface Best extends Pick<BatchVerdict, 'kind' | 'chip' | 'best'> {
  /** The comparison that the chip speaks of; null for none. */
  readonly pair: PairedResults | null
}

function bestOf(paired: readonly PairedResults[]): Best {
  const better = paired.filter(({ success }) => success === 'better')
  const [first] = paired
  if (first === undefined) return { kind: 'open', chip: 'Not enough to tell', best: null, pair: null }
  const [top, ...more] = better.toSorted((a, b) => (b.difference?.value ?? 0) - (a.difference?.value ?? 0))
  const than = paired.length > 1 ? ` than ${first.against}` : ''
  if (top !== undefined) {
    const isMany = better.length > maxComparedLanes
    const names = isMany ? counted(better.length, 'lane') : listed([top, ...more].map(({ lane }) => lane))
    return {
      kind: 'better',
      chip: `${names} ${more.length > 0 ? 'are' : 'is'} better${than}`,
      best: top.lane,
      pair: top,
    }
  }
  if (paired.every(({ success }) => success === 'worse'))
    return { kind: 'better', chip: `${first.against} is better`, best: first.against, pair: first }
  if (paired.every(({ success }) => success === 'no difference shown'))
    return { kind: 'alike', chip: 'No difference shown', best: null, pair: first }
  return { kind: 'open', chip: 'Not enough to tell', best: null, pair: paired.length === 1 ? first : null }
}

/** The most successful first; of many lanes, the others are counted. */
function countsText(lanes: readonly LaneResults[]): string {
  const [first, ...others] = lanes.toSorted((a, b) => (b.success?.value ?? -1) - (a.success?.value ?? -1))
  if (first === undefined || first.trials === 0) return 'No trial has ended yet.'
  const named = lanes.length > maxComparedLanes ? others.slice(0, maxComparedLanes - 2) : others
  const left = others.length - named.length
  const rest = named.map(({ label, successes, trials: all }) => {
    if (all === 0) return `${label} has none yet`
    const count = formatNumber(successes)
    return all === first.trials ? `${label} in ${count}` : `${label} in ${count} of ${formatNumber(all)}`
  })
  const whole = `${first.label} succeeds in ${formatNumber(first.successes)} of ${counted(first.trials, 'trial')}`
  return `${[whole, ...rest].join(', ')}${left === 0 ? '' : `, and the ${counted(left, 'other lane')} no more often`}.`
}

function sentencesOf(
  lanes: readonly LaneResults[],
  paired: readonly PairedResults[],
  pair: PairedResults | null,
): string[] {
  return [
    ...(pair === null ? [] : [differenceText(pair, paired.length), ...priceText(lanes, pair)]),
    ...worseText(paired),
    ...openTexts(paired),
  ]
}

/** Of more than two lanes, those that the first is better than; of two, the chip says it. */
function worseText(paired: readonly PairedResults[]): string[] {
  const [first, ...others] = paired.filter(({ success }) => success === 'worse')
  if (first === undefined || paired.length < 2) return []
  const count = others.length + 1
  const names = count > maxComparedLanes ? counted(count, 'lane') : listed([first, ...others].map(({ lane }) => lane))
  return [`${names} ${plural(count, 'succeeds', 'succeed')} less often than ${first.against}.`]
}

const signed = (share: number): string => {
  const points = Math.round(share * 100)
  return points === 0 ? '0' : `${points < 0 ? '−' : '+'}${Math.abs(points)}`
}

function differenceText({ lane, against, difference }: PairedResults, comparisons: number): string {
  if (difference === null) return `${lane} compared with ${against}: no pair of trials has ended.`
  const { value, from, to } = difference
  return `${lane} compared with ${against}: ${signed(value)} points (${intervalName(comparisons)} ${signed(from)} to ${signed(to ?? 1)}).`
}

/** What is certain of time and tokens, and what a success costs. */
function priceText(lanes: readonly LaneResults[], { lane, against, measures, success }: PairedResults): string[] {
  const parts = measures.flatMap(({ measure, difference, usual, verdict }) => {
    const isDecisive = verdict === 'better' || verdict === 'worse'
    if (!isDecisive || difference === null || usual <= 0 || measure === 'cost') return []
    const share = percent(Math.abs(difference.value) / usual)
    return [`${share} ${verdict === 'better' ? (measure === 'time' ? 'less' : 'fewer') : 'more'} ${measure}`]
  })
  const [one, other] = [lane, against].map((label) => costOf(lanes, label))
  const cost =
    one == null || other == null || (one === 0 && other === 0)
      ? []
      : [`A success costs ${formatCost(one)} in ${lane}, ${formatCost(other)} in ${against}.`]
  // What takes less is no merit of a lane that succeeds less often.
  const but = success === 'worse' ? ', but succeeds less often' : ''
  return [...(parts.length === 0 ? [] : [`${lane} takes ${listed(parts)}${but}.`]), ...cost]
}

const costOf = (lanes: readonly LaneResults[], label: LaneLabel): number | null =>
  lanes.find((each) => each.label === label)?.costPerSuccess?.value ?? null

/** Of many lanes, all that are open in one sentence. */
function openTexts(paired: readonly PairedResults[]): string[] {
  const texts = paired.flatMap(openText)
  if (texts.length < maxComparedLanes) return texts
  const open = paired.flatMap(({ success, moreRepeats }) => (success === 'not enough' ? (moreRepeats ?? []) : []))
  const [least, most] = [Math.min(...open), Math.max(...open)]
  const repeats =
    least === most ? counted(most, 'more repeat') : `${formatNumber(least)} to ${counted(most, 'more repeat')}`
  return [
    `${counted(open.length, 'lane')} may be no different from ${paired[0]?.against ?? 'the first'}. About ${repeats} would likely show a difference as large as it seems so far, or of 10 points, if there is one.`,
  ]
}

function openText({ lane, against, success, moreRepeats }: PairedResults): string[] {
  if (success !== 'not enough' || moreRepeats === null) return []
  return [
    `${lane} may be no different from ${against}. About ${counted(moreRepeats, 'more repeat')} would likely show a difference as large as it seems so far, or of 10 points, if there is one.`,
  ]
}
