import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { BatchTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { EntryIdentity } from '../../../../src-shared/comparison/leaderboard/entry-trials.ts'
import type { StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Store } from '../../../store/store.ts'
import type { TrialOutcome } from '../../../store/tables/comparison-tables.ts'
import { digestOf, entryIdentity } from './entry-identity.ts'
import { startedVersion } from './started-version.ts'

/** A task as a batch gave it to its lanes. */
export interface GivenTask {
  readonly id: string
  readonly name: string
  readonly set: string | null
  readonly version: string
  /** The same whatever files it starts with: for tasks that start with the project's files as they are. */
  readonly withoutFiles: string
  /** Identifies the task with what all lanes were given: mode, approvals and set-up. */
  readonly key: string
}

/** @param from the files that it starts with, in place of its own */
export type TaskVersionOf = (task: BatchTask, from?: string | null) => string

export interface GivenTrial extends TrialOutcome {
  readonly identity: EntryIdentity
  readonly task: GivenTask
  /** The start of its batch, ms since 1970. */
  readonly at: number
}

/** The trials of a batch that count. Read once: ended trials don't change. */
export function batchOutcomes(
  { store, taskVersion }: { readonly store: Store; readonly taskVersion: TaskVersionOf },
  batchId: string,
  known: readonly StrategyInfo[],
): GivenTrial[] {
  const batch = store.batches.get(batchId)
  // Forks of a step begin in the middle of a run.
  if (batch === undefined || batch.fork !== undefined) return []
  const { mode, approval, setUpCommand } = batch
  const tasks = new Map(
    batch.tasks.map((task): [string, GivenTask] => {
      const version = taskVersion(task)
      const key = digestOf([version, mode, approval, setUpCommand])
      const withoutFiles = taskVersion(task, null)
      return [task.id, { id: task.id, name: task.name, set: task.set ?? null, version, withoutFiles, key }]
    }),
  )
  const lanes = new Map(batch.lanes.map((lane): [string, BoundLane] => [lane.label, lane]))
  const versions = createVersions(store)
  const identities = new Map<string, EntryIdentity>()
  return store.batches.outcomes(batchId).flatMap((outcome): GivenTrial[] => {
    const task = tasks.get(outcome.taskId)
    const lane = lanes.get(outcome.lane)
    if (task === undefined || lane === undefined) return []
    const pick = lane.picks?.[outcome.taskId]
    const version = outcome.strategyVersion ?? versions.of(outcome, pick === undefined ? '' : outcome.taskId)
    const place = JSON.stringify([lane.label, version, pick === undefined ? null : outcome.taskId])
    const identity = identities.get(place) ?? entryIdentity({ ...lane, ...pick }, version, known)
    identities.set(place, identity)
    return [{ ...outcome, identity, task, at: batch.createdAt }]
  })
}

/** Of trials that did not keep it: by the log of the first run of their lane. */
function createVersions(store: Pick<Store, 'events'>) {
  const found = new Map<string, string | null>()
  return {
    of: ({ lane, runId }: TrialOutcome, pick: string): string | null => {
      const place = `${lane} ${pick}`
      const before = found.get(place)
      if (before !== undefined) return before
      const version = startedVersion(store, runId)
      if (version !== null) found.set(place, version)
      return version
    },
  }
}
