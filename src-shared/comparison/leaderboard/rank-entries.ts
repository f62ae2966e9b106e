import { exactStrata } from '../../statistics/exact-strata.ts'
import { decidedPairs, type RankRange, rankRanges, type TestedPair } from '../../statistics/rank-ranges.ts'
import { meanOf } from '../../statistics/spread.ts'
import { entryFigures } from './entry-figures.ts'
import type { EntryTrials } from './entry-trials.ts'
import type { LeaderboardEntry, UnrankedReason } from './leaderboard.ts'
import { differenceToTop, sharedStrata, tasksOf, trialsByTask } from './shared-tasks.ts'

/**
 * Ranks entries by success.
 *
 * 1. Two entries are compared only on the tasks that both did, each of the same version.
 * 2. Ranks are ranges: entries that the trials don't tell apart share them. All ranges hold at once with the given
 *    certainty (rank-ranges.ts, exact-strata.ts).
 * 3. Ranked is who did at least half as many tasks as whoever did most, with the strategy as it is now.
 * 4. `best`: better than each other ranked entry of this project, of which there is at least one.
 */
export function rankEntries(all: readonly EntryTrials[], alpha: number): LeaderboardEntry[] {
  const most = Math.max(0, ...all.filter(isOwnAndCurrent).map(({ trials }) => tasksOf(trials).size))
  const reasons = all.map((each) => reasonOf(each, most))
  const ranked = all.filter((_, at) => reasons[at] === null)
  const pairs = testedPairs(ranked)
  const ranges = rankRanges(ranked.length, pairs, alpha)
  const best = bestOf(ranked, pairs, alpha)
  const order = ranked
    .map((entry, at) => ({ entry, at, range: ranges[at] ?? { from: 1, to: ranked.length }, rate: rateOf(entry) }))
    .toSorted((a, b) => byRange(a.range, b.range) || b.rate - a.rate || compareText(a.entry, b.entry))
  const top = order[0]?.entry
  const shown = order.map(
    ({ entry, range, at }): LeaderboardEntry => ({
      ...entry.identity,
      ...entryFigures(entry.trials, alpha),
      standing: { kind: 'ranked', rank: range },
      toTop: top === undefined || top === entry ? null : differenceToTop(entry, top, alpha),
      olderTrials: entry.older.length,
      best: at === best,
    }),
  )
  const others = all.flatMap((entry, at): LeaderboardEntry[] => {
    const reason = reasons[at]
    return reason === null || reason === undefined ? [] : [unranked(entry, reason, alpha)]
  })
  return [...shown, ...others.toSorted((a, b) => b.trials - a.trials)]
}

const isOwnAndCurrent = ({ identity, isCurrent }: EntryTrials): boolean =>
  identity.importedFrom === null && isCurrent !== false

function reasonOf({ identity, trials, isCurrent }: EntryTrials, most: number): UnrankedReason | null {
  if (isCurrent === false) return 'older-strategy'
  const tasks = tasksOf(trials.filter(({ comparable }) => comparable)).size
  if (tasks === 0) return identity.importedFrom !== null && trials.length > 0 ? 'other-tasks' : 'older-tasks'
  return tasks * 2 >= most ? null : 'few-tasks'
}

function unranked(entry: EntryTrials, reason: UnrankedReason, alpha: number): LeaderboardEntry {
  const did = entry.trials.length > 0 ? entry.trials : entry.older
  return {
    ...entry.identity,
    ...entryFigures(did, alpha),
    standing: { kind: 'unranked', reason },
    toTop: null,
    olderTrials: entry.older.length,
    best: false,
  }
}

/** Pairs without a task in common are left out: nothing can tell them apart. */
function testedPairs(ranked: readonly EntryTrials[]): TestedPair[] {
  return ranked.flatMap((first, one) =>
    ranked.slice(one + 1).flatMap((second, step): TestedPair[] => {
      const strata = sharedStrata(first, second)
      return strata.length === 0 ? [] : [{ one, other: one + 1 + step, ...exactStrata(strata) }]
    }),
  )
}

/** Its place; -1 if none is certain enough. What was done elsewhere is not looked at: it can't be run here. */
function bestOf(ranked: readonly EntryTrials[], pairs: readonly TestedPair[], alpha: number): number {
  const isOwn = (at: number) => ranked[at]?.identity.importedFrom === null
  const decided = decidedPairs(pairs, alpha).filter(({ winner, loser }) => isOwn(winner) && isOwn(loser))
  const others = ranked.filter((_, at) => isOwn(at)).length - 1
  return ranked.findIndex((_, at) => {
    const beaten = decided.filter(({ winner }) => winner === at).length
    return isOwn(at) && others > 0 && beaten === others
  })
}

/** Mean over its tasks, so that a task that was repeated more often does not weigh more. */
function rateOf({ trials }: EntryTrials): number {
  const tasks = [...trialsByTask(trials).values()]
  return tasks.length === 0 ? 0 : meanOf(tasks.map((own) => own.filter(({ success }) => success).length / own.length))
}

const byRange = (a: RankRange, b: RankRange): number => a.from - b.from || a.to - b.to
const compareText = (a: EntryTrials, b: EntryTrials): number => a.identity.key.localeCompare(b.identity.key)
