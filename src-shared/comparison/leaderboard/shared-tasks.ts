import type { Stratum } from '../../statistics/exact-strata.ts'
import { exactStrata } from '../../statistics/exact-strata.ts'
import type { Interval } from '../../statistics/interval.ts'
import { studentQuantile } from '../../statistics/quantiles.ts'
import { meanOf, spreadAround } from '../../statistics/spread.ts'
import type { EntryTrials, StandingTrial } from './entry-trials.ts'

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

export const tasksOf = (trials: readonly StandingTrial[]): Set<string> => new Set(trials.map(({ task }) => task))

/**
 * What two entries did at the tasks that both did. If one of them was done elsewhere, only repeats that both have
 * count, and only at tasks that are known to be the same.
 */
export function sharedStrata(one: EntryTrials, other: EntryTrials): Stratum[] {
  const isMixed = one.identity.importedFrom !== other.identity.importedFrom
  const others = trialsByTask(other.trials)
  return [...trialsByTask(one.trials)].flatMap(([task, own]): Stratum[] => {
    const theirs = others.get(task)
    if (theirs === undefined) return []
    const [mine, yours] = isMixed ? sameRepeats(own, theirs) : [own, theirs]
    return mine.length === 0 || yours.length === 0 ? [] : [{ one: countOf(mine), other: countOf(yours) }]
  })
}

const sameRepeats = (one: readonly StandingTrial[], other: readonly StandingTrial[]) => {
  const among = (trials: readonly StandingTrial[]) => new Set(trials.map(({ repeat }) => repeat))
  const [left, right] = [among(one), among(other)]
  return [one.filter(({ repeat }) => right.has(repeat)), other.filter(({ repeat }) => left.has(repeat))] as const
}

const countOf = (trials: readonly StandingTrial[]) => ({
  good: trials.filter(({ success }) => success).length,
  all: trials.length,
})

/** Trials that may be compared, by task. */
export function trialsByTask(trials: readonly StandingTrial[]): Map<string, StandingTrial[]> {
  const groups = new Map<string, StandingTrial[]>()
  for (const trial of trials) {
    if (!trial.comparable) continue
    const group = groups.get(trial.task)
    if (group === undefined) groups.set(trial.task, [trial])
    else group.push(trial)
  }
  return groups
}

/** Minimum number of tasks to estimate their spread. */
const minTasks = 5

/**
 * The mean difference of success per task, with an interval from the spread between tasks.
 * Source: paired differences with standard errors clustered by task; Miller, "Adding Error Bars to Evals" (2024),
 * arXiv 2411.00640, sections 2.2 and 4.
 * @returns null if they have no task in common
 */
export function differenceToTop(entry: EntryTrials, top: EntryTrials, alpha: number): DifferenceToTop | null {
  const strata = sharedStrata(entry, top)
  if (strata.length === 0) return null
  return { tasks: strata.length, ...meanDifference(strata, alpha), p: exactStrata(strata).p }
}

/** @param strata at least one task */
export function meanDifference(strata: readonly Stratum[], alpha: number): Pick<DifferenceToTop, 'value' | 'interval'> {
  const differences = strata.map(({ one, other }) => one.good / one.all - other.good / other.all)
  const value = meanOf(differences)
  return { value, interval: intervalOf(differences, value, alpha) }
}

function intervalOf(differences: readonly number[], mean: number, alpha: number): Interval | null {
  const n = differences.length
  const error = spreadAround(differences, mean) / Math.sqrt(n)
  if (n < minTasks || error === 0) return null
  const half = studentQuantile(1 - alpha / 2, n - 1) * error
  return { from: Math.max(-1, mean - half), to: Math.min(1, mean + half) }
}
