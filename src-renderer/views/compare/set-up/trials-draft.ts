/**
 * The number of trials, and their tasks besides the message. One repeat of the message alone is a comparison side by
 * side.
 */
export interface TrialsDraft {
  readonly repeats: number
  readonly parallel: number
  readonly stopEarly: boolean
  /** Ids of saved tasks. */
  readonly more: readonly string[]
}
export const oneTrial: TrialsDraft = { repeats: 1, parallel: 1, stopEarly: false, more: [] }
export const isMany = ({ repeats, more }: TrialsDraft): boolean => repeats > 1 || more.length > 0
