import type { StartBatch } from '../../../../src-shared/api/comparison-requests.ts'
import type { Batch, BatchTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { SharedDraft } from '../../../parts/lanes/lane-drafts.ts'

/** When trials end: after all of them, once all is clear, or for each lane once another is better. */
export type TrialsEnd = 'all' | 'early' | 'race'

/**
 * The number of trials, and their tasks besides the message. One repeat of the message alone is a comparison side by
 * side.
 */
export interface TrialsDraft {
  readonly repeats: number
  readonly parallel: number
  readonly end: TrialsEnd
  /** Of all trials together. */
  readonly limits: NonNullable<StartBatch['limits']>
  /** The same budget for each trial of every lane; null: each lane has its own limits. */
  readonly fair: NonNullable<StartBatch['fair']> | null
  /** Ids of saved tasks. */
  readonly more: readonly string[]
}
export const oneTrial: TrialsDraft = {
  repeats: 1,
  parallel: 1,
  end: 'all',
  limits: { cost: null, tokens: null, wallMs: null },
  fair: null,
  more: [],
}
/** What trials were started with, of these tasks. */
export const draftOf = (
  { repeats, parallel, certainty, limits, fair }: Batch,
  more: readonly string[],
): TrialsDraft => ({
  repeats,
  parallel,
  end: certainty.racing === true ? 'race' : certainty.stopEarly ? 'early' : 'all',
  limits: limits ?? oneTrial.limits,
  fair: fair ?? null,
  more,
})

/**
 * What all lanes of these trials had in common.
 * @param task that a message of its own made; undefined: all tasks are saved ones, with their own checks
 */
export const sharedOf = (
  { dependencies, setUpCommand }: Batch,
  task: Pick<BatchTask, 'check'> | undefined,
): Partial<SharedDraft> => ({
  dependencies,
  setUpCommand: setUpCommand ?? '',
  ...(task !== undefined && {
    checkCommand: task.check?.command ?? '',
    scorePattern: task.check?.scorePattern ?? '',
    better: task.check?.better ?? 'higher',
  }),
})

export const certaintyOf = ({ end }: TrialsDraft): StartBatch['certainty'] => ({
  alpha: 0.05,
  margin: 0.1,
  stopEarly: end === 'early',
  racing: end === 'race',
})
export const isMany = ({ repeats, more }: TrialsDraft): boolean => repeats > 1 || more.length > 0

/** Whether anything limits all trials together. */
export const isLimited = ({ limits }: TrialsDraft): boolean => Object.values(limits).some((limit) => limit !== null)
