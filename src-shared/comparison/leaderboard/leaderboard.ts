import type { Interval } from '../../statistics/interval.ts'
import type { RankRange } from '../../statistics/rank-ranges.ts'
import type { StrategyChoice } from '../../strategy/strategy-info.ts'
import type { Estimate } from '../comparison-results.ts'
import type { StrategyLine } from './strategy-lines.ts'

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

/** `older-tasks`: all of its tasks have changed since. `older-strategy`: the strategy has changed, or is gone. */
export const unrankedReasons = ['older-tasks', 'older-strategy', 'few-tasks', 'other-tasks'] as const
export type UnrankedReason = (typeof unrankedReasons)[number]

export type Standing =
  | { readonly kind: 'ranked'; readonly rank: RankRange }
  | { readonly kind: 'unranked'; readonly reason: UnrankedReason }

/** The difference to the entry at the top, over the tasks that both did. */
export interface DifferenceToTop {
  /** Number of tasks that both did. */
  readonly tasks: number
  /** Mean over these tasks of success less that of the top, -1 to 1. */
  readonly value: number
  /** Clustered by task; null for fewer than 5 tasks, or if all differ by the same. */
  readonly interval: Interval | null
  /** Of the exact test, before the correction for many. */
  readonly p: number
}

export interface LeaderboardEntry extends EntryIdentity {
  readonly standing: Standing
  /** Tasks and trials that count here; of an entry that is not ranked, of what it did. */
  readonly tasks: number
  readonly trials: number
  readonly successes: number
  /** Of all trials, with a Wilson interval. */
  readonly success: Estimate | null
  /** US dollars and ms per success, failures included; null if unknown. */
  readonly costPerSuccess: Estimate | null
  readonly timePerSuccess: Estimate | null
  /** Null: it is the top, or not ranked. */
  readonly toTop: DifferenceToTop | null
  /** Trials on earlier versions of the tasks, which don't count. */
  readonly olderTrials: number
  /** Best here, and certain enough. */
  readonly best: boolean
}

export interface Leaderboard {
  /** Null: tasks that belong to no set. */
  readonly set: string | null
  /** Sets that have trials or tasks. */
  readonly sets: readonly string[]
  /** Number of tasks that any ranked entry did. */
  readonly tasks: number
  /** Those that are ranked first, best first. */
  readonly entries: readonly LeaderboardEntry[]
  /** Strategies that were tried with two versions or more. */
  readonly lines: readonly StrategyLine[]
  readonly alpha: number
}
