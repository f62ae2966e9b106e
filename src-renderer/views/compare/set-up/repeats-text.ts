import { plural } from '../../../../src-shared/base/format.ts'
import { detectableDifference } from '../../../../src-shared/statistics/detectable.ts'

/** As many as are offered; others can be typed. */
export const offeredRepeats = [1, 5, 10, 20, 40] as const
/** The fewest of the offered that can show a difference in success. */
export const proposedRepeats = 10

interface RepeatsText {
  readonly title: string
  readonly summary: string
}

/** What so many repeats can show. */
export function repeatsText(repeats: number, points: number | null): RepeatsText {
  if (repeats === 1) return { title: 'Look', summary: 'see how each works' }
  if (points === null) return { title: 'Time, tokens, cost', summary: 'too few for success' }
  return { title: `About ${points} points`, summary: 'in success' }
}

/** @param lanes the error rate is shared out among those beside the first, as the test does */
export function detectablePoints(pairs: number, lanes: number): number | null {
  const found = detectableDifference(pairs, 0.05 / Math.max(1, lanes - 1))
  return found === null ? null : Math.ceil(found * 100)
}

/** The whole sentence below the choice. */
export function powerText(repeats: number, tasks: number, lanes: number): string {
  const pairs = repeats * tasks
  if (pairs === 1) return 'One run each shows how the lanes work. A difference may be chance.'
  const points = detectablePoints(pairs, lanes)
  const many = plural(tasks, `${repeats} repeats`, `${repeats} repeats of ${tasks} tasks`)
  if (points === null)
    return `${many} can’t show a difference in success, however large: even if one lane always passed and the other never did, the test would not call it one.`
  return `${many} show a difference in success from about ${points} points, four times in five.`
}

export const whyText =
  'Computed with the exact paired test that judges the trials (McNemar, 5 % both ways, shared out among the lanes beside the first), in the best case: all pairs that differ speak for the same lane. Smaller differences may show by luck, and larger ones may not. Time, tokens and cost need 5 pairs; how small a difference they show depends on how much they scatter.'
