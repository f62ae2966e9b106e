import { counted, formatNumber, formatPercent, plural } from '../base/format.ts'
import { detectableDifference, independentLanes } from '../statistics/detectable.ts'

/** The error rate of all verdicts together. */
const alpha = 0.05

/** How often lanes disagreed in earlier trials of the same tasks. */
export interface Disagreement {
  /** Pairs of trials: same task, same repeat, two lanes. */
  readonly pairs: number
  /** In how many of them just one of the two succeeded. */
  readonly disagreeing: number
}

/** Fewer pairs say too little of how often lanes disagree. */
export const minKnownPairs = 20
/** Assumed of lanes that are much alike, or of tasks that most lanes pass, or fail. */
const rarely = 0.2

/** The differences in success that a plan is likely to show, in points. */
export interface DetectablePoints {
  /** If lanes disagree as often as is known of these tasks, else as often as lanes that have nothing in common. */
  readonly usual: number
  /** If lanes disagree on one pair in five; null if it is the same, or if more is known. */
  readonly ifRare: number | null
}

/**
 * The smallest difference in success that so many pairs show four times in five.
 * @param comparisons the error rate is divided among them (Bonferroni, 1936; the first step of Holm, 1979: the later
 *   ones are less strict)
 * @param known null: nothing
 * @returns null if not even a difference in every pair would show
 */
export function detectablePoints(
  pairs: number,
  comparisons: number,
  known: Disagreement | null,
): DetectablePoints | null {
  const level = alpha / Math.max(1, comparisons)
  const share = sharedBy(known)
  const usual = pointsOf(pairs, level, share === null ? independentLanes : () => share)
  if (usual === null) return null
  const ifRare = share === null ? pointsOf(pairs, level, () => rarely) : null
  return { usual, ifRare: ifRare === usual ? null : ifRare }
}

function pointsOf(pairs: number, level: number, disagreement: (difference: number) => number): number | null {
  const found = detectableDifference({ pairs, alpha: level, disagreement })
  return found === null ? null : Math.ceil(found * 100)
}

/** Half a pair more on either side: a few pairs that happen to agree don't promise that all will. */
const sharedBy = (known: Disagreement | null): number | null =>
  known === null || known.pairs < minKnownPairs ? null : (known.disagreeing + 1) / (known.pairs + 2)

/** Every lane with the first one. */
export const withFirst = (lanes: number): number => Math.max(1, lanes - 1)
/** Every lane with every other one. */
export const allPairsOf = (lanes: number): number => Math.max(1, (lanes * (lanes - 1)) / 2)

/** The same in few words, of any number of trials. */
export function shortPowerText(pairs: number, lanes: number, known: Disagreement | null): string {
  const found = detectablePoints(pairs, withFirst(lanes), known)
  if (found === null) return 'Too few to show a difference in success.'
  return `Likely to show differences in success of ${spanText(found, lanes, known)}${anyTwoText(pairs, lanes, known)}.`
}

/** What is not known of trials that may end early, such as a race: their tests hold at any look, and so show less. */
export const earlyEndText =
  'If trials end early, differences must be larger to show; how many are saved can’t be said before.'

/** What so many trials can show, in a sentence. */
export function powerText(repeats: number, tasks: number, lanes: number, known: Disagreement | null): string {
  const pairs = repeats * tasks
  if (pairs === 1) return 'One run each shows how the lanes work. Differences may be due to chance.'
  const found = detectablePoints(pairs, withFirst(lanes), known)
  const each = counted(repeats, 'repeat')
  const many = plural(tasks, each, `${each} of ${formatNumber(tasks)} tasks`)
  if (found === null)
    return `${many} can’t show a difference in success, not even if one lane always passes and the other never does.`
  const likely = `${counted(pairs, 'pair')} of trials: likely to show a difference in success of ${spanText(found, lanes, known)}`
  const others = anyTwoText(pairs, lanes, known)
  if (lanes > 2 && others === '') return `${likely}, but none between other lanes: that takes more pairs.`
  return `${likely}${others}.`
}

/** `21 points from lane A (13 if the lanes disagree on one pair in five)` */
function spanText({ usual, ifRare }: DetectablePoints, lanes: number, known: Disagreement | null): string {
  const span = `${counted(usual, 'point')}${lanes < 3 ? '' : ' from lane A'}`
  if (ifRare !== null) return `${span} (${ifRare} if the lanes disagree on one pair in five)`
  if (known === null || known.pairs < minKnownPairs) return span
  const share = formatPercent(known.disagreeing / known.pairs)
  return `${span} (in earlier trials of these tasks, lanes disagreed on ${share} of ${counted(known.pairs, 'pair')})`
}

function anyTwoText(pairs: number, lanes: number, known: Disagreement | null): string {
  const between = lanes < 3 ? null : detectablePoints(pairs, allPairsOf(lanes), known)
  return between === null ? '' : `, and of ${between.usual} between any two lanes`
}
