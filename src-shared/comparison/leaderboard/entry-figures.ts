import { costPerSuccess } from '../../statistics/cost-per-success.ts'
import { wilsonInterval } from '../../statistics/wilson.ts'
import type { Estimate } from '../comparison-results.ts'
import type { StandingTrial } from './entry-trials.ts'
import type { LeaderboardEntry } from './leaderboard.ts'
import { tasksOf } from './shared-tasks.ts'

type Figures = Pick<
  LeaderboardEntry,
  'tasks' | 'trials' | 'successes' | 'success' | 'costPerSuccess' | 'timePerSuccess'
>

/** How an entry did by itself. */
export function entryFigures(trials: readonly StandingTrial[], alpha: number): Figures {
  const successes = trials.filter(({ success }) => success).length
  const all = trials.length
  return {
    tasks: tasksOf(trials).size,
    trials: all,
    successes,
    success: all === 0 ? null : { value: successes / all, ...wilsonInterval(successes, all, alpha) },
    costPerSuccess: perSuccess(trials, ({ cost }) => cost, alpha),
    timePerSuccess: perSuccess(trials, ({ workMs }) => workMs, alpha),
  }
}

/** One trial of which it is not known makes the whole unknown. */
function perSuccess(
  trials: readonly StandingTrial[],
  figure: (trial: StandingTrial) => number | null,
  alpha: number,
): Estimate | null {
  const known = trials.flatMap((trial) => {
    const cost = figure(trial)
    return cost === null ? [] : [{ cost, success: trial.success }]
  })
  if (known.length < trials.length || !known.some(({ success }) => success)) return null
  // What is free needs no estimate.
  return known.every(({ cost }) => cost === 0) ? { value: 0, from: 0, to: 0 } : costPerSuccess(known, alpha)
}
