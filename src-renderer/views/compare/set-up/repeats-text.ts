import { counted, plural } from '../../../../src-shared/base/format.ts'
import { detectableDifference } from '../../../../src-shared/statistics/detectable.ts'

/** The numbers offered; others can be typed. */
export const offeredRepeats = [1, 5, 10, 20, 40] as const
/** The smallest offered number that can show a difference in success. */
export const proposedRepeats = 10

interface RepeatsText {
  readonly title: string
  readonly summary: string
}

/** What this number of repeats can show. */
export function repeatsText(repeats: number, points: number | null): RepeatsText {
  if (repeats === 1) return { title: 'Look', summary: 'see how each works' }
  if (points === null) return { title: 'Time, tokens, cost', summary: 'too few for success' }
  return { title: `About ${points} points`, summary: 'in success' }
}

/** @param lanes the error rate is divided among the lanes after the first, as in the test */
export function detectablePoints(pairs: number, lanes: number): number | null {
  const found = detectableDifference(pairs, 0.05 / Math.max(1, lanes - 1))
  return found === null ? null : Math.ceil(found * 100)
}

/** The whole sentence below the choice. */
export function powerText(repeats: number, tasks: number, lanes: number): string {
  const pairs = repeats * tasks
  if (pairs === 1) return 'One run each shows how the lanes work. Differences may be due to chance.'
  const points = detectablePoints(pairs, lanes)
  const each = counted(repeats, 'repeat')
  const many = plural(tasks, each, `${each} of ${tasks} tasks`)
  if (points === null)
    return `${many} can’t show a difference in success, not even if one lane always passes and the other never does.`
  return `${many} ${plural(repeats, 'detects', 'detect')} a difference in success of about ${points} points with 80 % power.`
}

export const whyText =
  'Computed with the same exact paired test as the verdict (McNemar, two-sided 5 %, divided among the lanes compared with the first), in the best case: all pairs that differ speak for the same lane. Smaller differences may show by luck, and larger ones may not. Time, tokens and cost need 5 pairs; how small a difference they show depends on how much they scatter.'
