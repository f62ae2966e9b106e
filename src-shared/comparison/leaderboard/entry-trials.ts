import type { StrategyChoice } from '../../strategy/strategy-info.ts'

/** A model that an entry worked with. */
export interface EntryModel {
  readonly role: string
  readonly profileId: string
  readonly profileName: string
  readonly model: string
  /** What the lane set for it, such as `effort high`, `temperature 0.3`; empty: as its profile says. */
  readonly setting: string
}

/** Who did trials: a strategy of one version, with its options and its models. */
export interface EntryIdentity {
  /** Identifies it in a project: trials of the same entry have the same key. */
  readonly key: string
  /** The strategy by its title, with the agent that does the work. */
  readonly title: string
  /** Such as `retry@1(tool-loop@3)`; null if it is not known. */
  readonly version: string | null
  /** Null: it was done elsewhere. */
  readonly choice: StrategyChoice | null
  /** Options in words, such as `maxRetries=2`; empty: none set. */
  readonly options: string
  readonly models: readonly EntryModel[]
  /** Limits in words; empty if there are none. */
  readonly limits: string
  /** Where imported results come from; null: from trials of this project. */
  readonly importedFrom: string | null
}

/** One trial that counts, as the leaderboard needs it. */
export interface StandingTrial {
  /** Version of the task, with what all lanes were given: only trials with the same are compared. */
  readonly task: string
  /** From 0. */
  readonly repeat: number
  readonly success: boolean
  /** ms of work; null if unknown. */
  readonly workMs: number | null
  /** US dollars; null if unknown. */
  readonly cost: number | null
  /** Of imported ones: whether their task is known to be of the same version, so that they may be tested. */
  readonly comparable: boolean
}

/** An entry with all its trials on tasks as they are now, and what was before. */
export interface EntryTrials {
  readonly identity: EntryIdentity
  readonly trials: readonly StandingTrial[]
  /** Those on earlier versions of tasks. */
  readonly older: readonly StandingTrial[]
  /** Whether the strategy is as it was then; null: not known. */
  readonly isCurrent: boolean | null
}
