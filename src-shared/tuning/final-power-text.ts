import { counted } from '../base/format.ts'

/**
 * What the final of a search is likely to show: four times in five, one trial of each held-out task, of settings that have
 * nothing in common.
 * @param detectable a difference in success, 0 to 1
 */
export const finalPowerText = (detectable: number): string =>
  `The final is likely to show a difference in success of ${counted(Math.ceil(detectable * 100 - 1e-9), 'point')}; smaller ones if the settings often agree on a task, or if each task is tried several times.`
