/** How many trials, and of what beside the message. One repeat of the message alone is a comparison side by side. */
export interface TrialsDraft {
  readonly repeats: number
  readonly parallel: number
  readonly stopEarly: boolean
  /** Ids of kept tasks. */
  readonly more: readonly string[]
}
export const oneTrial: TrialsDraft = { repeats: 1, parallel: 1, stopEarly: false, more: [] }
export const isMany = ({ repeats, more }: TrialsDraft): boolean => repeats > 1 || more.length > 0
