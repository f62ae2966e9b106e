import type { DetectablePoints } from '../../../../src-shared/comparison/power-text.ts'

/** The numbers offered; others can be typed. */
export const offeredRepeats = [1, 5, 10, 20, 40] as const
/** The smallest offered number that can show a difference in success. */
export const proposedRepeats = 10

interface RepeatsText {
  readonly title: string
  readonly summary: string
}

/** What this number of repeats can show. */
export function repeatsText(repeats: number, points: DetectablePoints | null): RepeatsText {
  if (repeats === 1) return { title: 'Look', summary: 'see how each works' }
  if (points === null) return { title: 'Time, tokens, cost', summary: 'too few for success' }
  const { usual, ifRare } = points
  const [least, most] = [Math.min(usual, ifRare ?? usual), Math.max(usual, ifRare ?? usual)]
  return { title: least === most ? `${most} points` : `${least} to ${most} points`, summary: 'in success' }
}

export const whyText =
  '“Likely” is four times in five. It is computed with the same exact paired test as the verdict (McNemar, two-sided 5 %, divided among the lanes compared with the first, or among all pairs of lanes). The fewer pairs of trials on which lanes disagree, the smaller the difference that shows: by earlier trials of these tasks, if there are 20 pairs or more; else assumed as of two lanes that pass about half of the tasks, each by itself, and, as the smaller number, of lanes that disagree on one pair in five. Smaller differences may show by luck, and larger ones may not. Time, tokens and cost need 5 pairs; how small a difference they show depends on how much they scatter.'
