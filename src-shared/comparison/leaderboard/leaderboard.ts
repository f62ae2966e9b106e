import type { RankRange } from '../../statistics/rank-ranges.ts'
import type { Estimate } from '../comparison-results.ts'
import type { EntryIdentity } from './entry-trials.ts'
import type { DifferenceToTop } from './shared-tasks.ts'
import type { StrategyLine } from './strategy-lines.ts'

/** `older-tasks`: all of its tasks have changed since. `older-strategy`: the strategy has changed, or is gone. */
export const unrankedReasons = ['older-tasks', 'older-strategy', 'few-tasks', 'other-tasks'] as const
export type UnrankedReason = (typeof unrankedReasons)[number]

export type Standing =
  | { readonly kind: 'ranked'; readonly rank: RankRange }
  | { readonly kind: 'unranked'; readonly reason: UnrankedReason }

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
