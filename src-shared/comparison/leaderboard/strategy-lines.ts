import { clusteredRateInterval } from '../../statistics/clustered-rate.ts'
import { exactStrata } from '../../statistics/exact-strata.ts'
import { holm } from '../../statistics/holm.ts'
import type { Interval } from '../../statistics/interval.ts'
import { meanOf } from '../../statistics/spread.ts'
import { asTested } from '../../statistics/verdict.ts'
import { wilsonInterval } from '../../statistics/wilson.ts'
import type { Estimate } from '../comparison-results.ts'
import type { EntryIdentity, EntryTrials, StandingTrial } from './entry-trials.ts'
import { meanDifference, sharedStrata, tasksOf, trialsByTask } from './shared-tasks.ts'

/** An entry with all that it ever did, on whatever versions of tasks. */
export interface UsedEntry {
  readonly identity: EntryIdentity
  /** The same for entries that differ by their version alone. */
  readonly line: string
  readonly trials: readonly StandingTrial[]
  /** When it was used first, ms since 1970. */
  readonly firstAt: number
}

/** One version compared with the one before it, on the tasks that both did. */
export interface VersionChange {
  readonly tasks: number
  /** Mean over these tasks of success less that of the one before, -1 to 1. */
  readonly value: number
  /** Clustered by task; null for fewer than 5 tasks, or if all differ by the same. */
  readonly interval: Interval | null
  /** Of the exact test, corrected for all changes of the line. */
  readonly p: number
  readonly verdict: 'better' | 'worse' | 'not enough'
}

export interface StrategyVersion {
  readonly version: string
  readonly firstAt: number
  readonly tasks: number
  readonly trials: number
  readonly successes: number
  /** Mean over its tasks. With an interval over tasks from 5 tasks on, else over trials. */
  readonly success: Estimate
  /** Null: it is the first, or has no task in common with the one before. */
  readonly change: VersionChange | null
}

/** A strategy over its versions, with the same options, models and limits; at least two of them. */
export interface StrategyLine extends Pick<EntryIdentity, 'title' | 'choice' | 'options' | 'models' | 'limits'> {
  readonly key: string
  /** In the order in which they were used first. */
  readonly versions: readonly StrategyVersion[]
  /** Success is over the tasks that all versions did; null: there are too few of them, and it is over those of each. */
  readonly shared: number | null
}

/** Fewer tasks in common say less than what each version did. */
const minShared = 5

/**
 * How success went over the versions of each strategy. Only trials of the same version of a task, with the same check,
 * are compared. The test of a change is `exactStrata`, corrected by Holm for the changes of its line; each is compared
 * with the version before it, since a strategy that is changed again and again has no fixed one to compare with.
 */
export function strategyLines(entries: readonly UsedEntry[], alpha: number): StrategyLine[] {
  const groups = new Map<string, UsedEntry[]>()
  for (const entry of entries) {
    const { importedFrom, version } = entry.identity
    if (importedFrom !== null || version === null || entry.trials.length === 0) continue
    groups.set(entry.line, [...(groups.get(entry.line) ?? []), entry])
  }
  return [...groups.values()]
    .filter((own) => own.length > 1)
    .map((own) =>
      lineOf(
        own.toSorted((one, other) => one.firstAt - other.firstAt),
        alpha,
      ),
    )
    .toSorted((one, other) => other.versions.length - one.versions.length || one.title.localeCompare(other.title))
}

function lineOf(entries: readonly UsedEntry[], alpha: number): StrategyLine {
  const [first, ...others] = entries
  const did = others.map(({ trials }) => tasksOf(trials))
  const common = new Set([...tasksOf(first?.trials ?? [])].filter((task) => did.every((tasks) => tasks.has(task))))
  const shared = common.size >= minShared ? common : null
  const changes = changesOf(entries, alpha)
  return {
    key: first?.line ?? '',
    title: first?.identity.title ?? '',
    choice: first?.identity.choice ?? null,
    options: first?.identity.options ?? '',
    models: first?.identity.models ?? [],
    limits: first?.identity.limits ?? '',
    shared: shared?.size ?? null,
    versions: entries.map(({ identity, firstAt, trials }, at) => ({
      version: identity.version ?? '',
      firstAt,
      ...successOf(shared === null ? trials : trials.filter(({ task }) => shared.has(task)), alpha),
      change: changes[at] ?? null,
    })),
  }
}

function successOf(trials: readonly StandingTrial[], alpha: number) {
  const successes = trials.filter(({ success }) => success).length
  const rates = [...trialsByTask(trials).values()].map(
    (own) => own.filter(({ success }) => success).length / own.length,
  )
  const interval = clusteredRateInterval(rates, trials.length, alpha)
  const success = interval === null ? wilsonInterval(successes, trials.length, alpha) : interval
  const value = interval === null ? successes / trials.length : meanOf(rates)
  return { tasks: rates.length, trials: trials.length, successes, success: { value, ...success } }
}

/** By version; null for those that can't be compared with the one before. */
function changesOf(entries: readonly UsedEntry[], alpha: number): (VersionChange | null)[] {
  const tested = entries.map((entry, at) => {
    const before = entries[at - 1]
    const strata = before === undefined ? [] : sharedStrata(asTrials(entry), asTrials(before))
    return strata.length === 0
      ? null
      : { ...meanDifference(strata, alpha), ...exactStrata(strata), tasks: strata.length }
  })
  const corrected = holm(tested.flatMap((each) => (each === null ? [] : [each.p])))
  return tested.map((each) => {
    if (each === null) return null
    const p = corrected.shift() ?? 1
    const { tasks, value, interval, ahead } = each
    const verdict = p > alpha || ahead === 0 ? 'not enough' : ahead > 0 ? 'better' : 'worse'
    return { tasks, value, interval: interval === null ? null : asTested(interval, verdict), p, verdict }
  })
}

const asTrials = ({ identity, trials }: UsedEntry): EntryTrials => ({ identity, trials, older: [], isCurrent: null })
