import { counted, formatFixed, shortenMiddle } from '../../../src-shared/base/format.ts'
import { batchVerdict } from '../../../src-shared/comparison/batch-headline.ts'
import type { BoundLane } from '../../../src-shared/comparison/comparison.ts'
import type { BatchResults, LaneResults, PairedResults } from '../../../src-shared/comparison/comparison-results.ts'
import { maxComparedLanes } from '../../../src-shared/comparison/lane-label.ts'
import { laneColumns } from '../../../src-shared/comparison/shown/lane-columns.ts'
import { inColumns } from '../columns.ts'
import { unequalLines } from './compare-table.ts'

/** More lanes are only listed if all are asked for. */
export const maxListed = 24

/**
 * What trials came to. Of many lanes a row each, the best first, with the sentences on the whole; of few, a column each,
 * with a sentence for every lane and pair.
 * @param set the lanes as they were set up
 * @param width of the terminal, characters; null if there is none
 * @param all every lane, and every sentence
 */
export function batchLines(
  results: BatchResults,
  set: readonly BoundLane[],
  width: number | null,
  all = false,
): string[] {
  const { lanes, words, notes } = results
  const { chip, headline, sentences } = batchVerdict(results)
  const isMany = lanes.length > maxComparedLanes
  const table = isMany ? laneRows(results, width, all) : inColumns(figureRows(lanes), width)
  const said = isMany && !all ? notes : words
  return [`${chip}. ${headline}`, ...sentences, '', ...table, '', ...unequalLines(set), ...said]
}

/** A column a lane, and a line a figure. */
function figureRows(lanes: readonly LaneResults[]): string[][] {
  return [
    ['', ...lanes.map(({ label, name }) => `${label} ${name}`)],
    ...laneColumns(lanes).map(({ head, text }) => [wordOf(head), ...lanes.map(text)]),
  ]
}

const wordOf = (head: string) => head.charAt(0).toLowerCase() + head.slice(1)

function laneRows({ lanes, paired }: BatchResults, width: number | null, all: boolean): string[] {
  const ordered = lanes.toSorted((one, other) => (other.success?.value ?? -1) - (one.success?.value ?? -1))
  const listed = all ? ordered : ordered.slice(0, maxListed)
  const columns = laneColumns(lanes).filter(({ key }) => !/^(?:trials|pass@\d+|cost-per-success)$/.test(key))
  const [first] = paired
  const head = [
    '',
    ...columns.map((column) => wordOf(column.head)),
    ...(first === undefined ? [] : [`points to ${first.against}`, 'p', `success compared with ${first.against}`]),
  ]
  const rows = listed.map((lane) => [
    `${lane.label} ${shortenMiddle(lane.name, 40)}`,
    ...columns.map(({ text }) => text(lane)),
    ...(first === undefined ? [] : pairTexts(paired.find((each) => each.lane === lane.label))),
  ])
  const left = ordered.length - listed.length
  return [
    ...inColumns([head, ...rows], width),
    ...(left === 0 ? [] : [`${counted(left, 'lane')} with fewer successes not listed: --all lists every lane.`]),
  ]
}

function pairTexts(pair: PairedResults | undefined): string[] {
  if (pair === undefined) return ['', '', '']
  const { difference, p, success } = pair
  const points = (share: number) => {
    const whole = Math.round(share * 100)
    return whole > 0 ? `+${whole}` : `${whole}`.replace('-', '−')
  }
  const span =
    difference === null
      ? '—'
      : `${points(difference.value)} (${points(difference.from)} to ${points(difference.to ?? 1)})`
  return [span, difference === null ? '—' : p < 0.001 ? '<0.001' : formatFixed(p, 3), success]
}
