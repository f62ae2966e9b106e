import type { ResultsReport } from '../../../../src-shared/api/export-requests.ts'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { EntryTrials, StandingTrial } from '../../../../src-shared/comparison/leaderboard/entry-trials.ts'
import type { Leaderboard, LeaderboardEntry } from '../../../../src-shared/comparison/leaderboard/leaderboard.ts'
import { rankEntries } from '../../../../src-shared/comparison/leaderboard/rank-entries.ts'
import { strategyLines } from '../../../../src-shared/comparison/leaderboard/strategy-lines.ts'
import type { OutsideResults } from '../../../../src-shared/comparison/outside/outside-results.ts'
import type { StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Store } from '../../../store/store.ts'
import type { StrategyCatalog } from '../strategy-catalog.ts'
import { batchOutcomes, type GivenTrial, type TaskVersionOf } from './batch-outcomes.ts'
import { currentVersion, lineOf } from './entry-identity.ts'
import { importResults, type ResultsRequest } from './import-results.ts'
import { outsideEntries } from './outside-entries.ts'

interface Parts {
  readonly store: Store
  readonly strategies: Pick<StrategyCatalog, 'of'>
  readonly taskVersion: TaskVersionOf
  readonly clock: { now(): number }
}

/** The standings of a project, over all trials that were ever run in it. */
export interface Leaderboards {
  /** @param set null: of tasks that belong to no set */
  of(projectId: string, set: string | null): Promise<Leaderboard>
  /** The entry that is best here, and certain enough; null if there is none. */
  bestOf(projectId: string, set: string): Promise<LeaderboardEntry | null>
  /** @throws FailureError if nothing of it belongs to tasks of the set */
  importResults(bytes: Buffer, request: ResultsRequest): Promise<ResultsReport>
}

/** One minus the certainty with which all ranks hold at once. */
const alpha = 0.05

/** Trials are read once per batch, and ranked once per change. */
export function createLeaderboards(parts: Parts): Leaderboards {
  const { store } = parts
  const batches = new Map<string, { readonly stamp: string; readonly trials: readonly GivenTrial[] }>()
  const boards = new Map<string, { readonly stamp: string; readonly board: Leaderboard }>()

  function trialsOf(projectId: string, known: readonly StrategyInfo[]): GivenTrial[] {
    return store.batches.outcomeStamps(projectId).flatMap(({ id, stamp }) => {
      const before = batches.get(id)
      if (before?.stamp === stamp) return before.trials
      const trials = batchOutcomes(parts, id, known)
      batches.set(id, { stamp, trials })
      return trials
    })
  }

  async function of(projectId: string, set: string | null): Promise<Leaderboard> {
    const known = (await parts.strategies.of(projectId)).infos()
    const stamp = JSON.stringify([
      store.batches.outcomeStamps(projectId),
      store.tasks.stamps().filter(({ id }) => id === projectId),
      store.outside.stamps().filter(({ id }) => id === projectId),
      known.map(({ name, version, problem }) => [name, version, problem !== undefined]),
    ])
    const place = JSON.stringify([projectId, set])
    const before = boards.get(place)
    if (before?.stamp === stamp) return before.board
    const trials = trialsOf(projectId, known)
    const current = currentTasks(trials, store.tasks.list(projectId), parts.taskVersion)
    const board = leaderboardOf(set, trials, current, known, store.outside.list(projectId))
    boards.set(place, { stamp, board })
    return board
  }

  return {
    of,
    importResults: (bytes, request) => importResults(parts, bytes, request),
    bestOf: async (projectId, set) => (await of(projectId, set)).entries.find(({ best }) => best) ?? null,
  }
}

interface UsedTrials {
  readonly older: StandingTrial[]
  readonly now: StandingTrial[]
  readonly first: GivenTrial
  firstAt: number
}

/** @param trials newest batch first */
function leaderboardOf(
  set: string | null,
  trials: readonly GivenTrial[],
  { kept, versions }: CurrentTasks,
  known: readonly StrategyInfo[],
  outside: readonly OutsideResults[],
): Leaderboard {
  const setOf = ({ task }: GivenTrial): string | null => {
    const now = kept.get(task.id)
    return now === undefined ? task.set : (now.set ?? null)
  }
  const entries = new Map<string, UsedTrials>()
  for (const trial of trials) {
    if (setOf(trial) !== set) continue
    const entry = entries.get(trial.identity.key) ?? { older: [], now: [], first: trial, firstAt: trial.at }
    entries.set(trial.identity.key, entry)
    entry.firstAt = Math.min(entry.firstAt, trial.at)
    const standing = standingOf(trial)
    if (versions.has(trial.task.version)) entry.now.push(standing)
    else entry.older.push(standing)
  }
  const own = [...entries.values()].map(({ first: { identity }, now, older }): EntryTrials => {
    const version = identity.choice === null ? null : currentVersion(identity.choice, known)
    return { identity, trials: now, older, isCurrent: version !== null && version === identity.version }
  })
  const ownSet = trials.filter((trial) => setOf(trial) === set)
  const ranked = rankEntries(
    [
      ...own,
      ...outsideEntries(
        outside.filter((each) => each.set === set),
        ownSet,
      ),
    ],
    alpha,
  )
  const limits = new Set(ranked.flatMap(({ limits: own, importedFrom }) => (importedFrom === null ? [own] : [])))
  const withLimits = <E extends { readonly limits: string }>(all: readonly E[]): readonly E[] =>
    limits.size > 1 ? all : all.map((each) => ({ ...each, limits: '' }))
  const sets = [...new Set([...trials.map(setOf), ...[...kept.values()].map((task) => task.set ?? null)])]
  return {
    set,
    sets: sets.filter((each) => each !== null).toSorted((a, b) => a.localeCompare(b)),
    tasks: new Set([...entries.values()].flatMap(({ now }) => now.map(({ task }) => task))).size,
    lines: withLimits(
      strategyLines(
        [...entries.values()].map(({ first: { identity }, now, older, firstAt }) => ({
          identity,
          line: lineOf(identity),
          trials: [...now, ...older],
          firstAt,
        })),
        alpha,
      ),
    ),
    entries: withLimits(ranked),
    alpha,
  }
}

const standingOf = ({ task, repeat, success, workMs, cost }: GivenTrial): StandingTrial => ({
  task: task.key,
  repeat,
  success,
  workMs,
  cost,
  comparable: true,
})

interface CurrentTasks {
  readonly kept: ReadonlyMap<string, KeptTask>
  /** The versions of tasks that count. */
  readonly versions: ReadonlySet<string>
}

/**
 * Of a kept task, the version that it has now counts; if it starts with the project's files as they are, the one with
 * the files that it was tried with last. Of a task that is not kept, each.
 * @param trials newest batch first
 */
function currentTasks(
  trials: readonly GivenTrial[],
  tasks: readonly KeptTask[],
  taskVersion: TaskVersionOf,
): CurrentTasks {
  const kept = new Map(tasks.map((task) => [task.id, task]))
  const unplaced = new Map(tasks.flatMap((task) => (task.from === null ? [[task.id, taskVersion(task)]] : [])))
  const versions = new Set(tasks.flatMap((task) => (task.from === null ? [] : [taskVersion(task)])))
  for (const { task } of trials) {
    if (!kept.has(task.id)) versions.add(task.version)
    else if (unplaced.get(task.id) === task.withoutFiles) {
      unplaced.delete(task.id)
      versions.add(task.version)
    }
  }
  return { kept, versions }
}
