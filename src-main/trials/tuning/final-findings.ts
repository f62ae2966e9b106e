import { type CountedTrial, isCounted } from '../../../src-shared/comparison/batch-pairs.ts'
import type { Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import { pairedBootstrap } from '../../../src-shared/statistics/bootstrap.ts'
import { holm } from '../../../src-shared/statistics/holm.ts'
import { meanOf } from '../../../src-shared/statistics/spread.ts'
import { asTested } from '../../../src-shared/statistics/verdict.ts'
import type { Finding, Tuning, TuningRound } from '../../../src-shared/tuning/tuning.ts'
import { pairedDifference } from '../statistics/paired-rates.ts'
import { signFlipTest } from '../statistics/sign-flip.ts'
import { trainingTally } from './screen.ts'

/** Pairs of a task on which a finalist and the incumbent were both tried. */
interface TaskPairs {
  readonly pairs: number
  readonly own: number
  readonly incumbents: number
  readonly wins: number
  readonly losses: number
}

/**
 * What the final says, once: finalists compared with the incumbent on held-out tasks.
 *
 * 1. "Improvement" and "worse" each need the exact one-sided test over tasks at `alpha`, adjusted by Holm for several
 *    finalists. So a search calls noise an improvement at a rate of at most `alpha`, however many candidates it screened.
 * 2. Trials of the screening are in none of these figures but `training`, which shows by how much screening flattered.
 * 3. Each trial belongs to a task, and tasks are what the test counts: it speaks of tasks like these.
 */
export function finalFindings(
  tuning: Pick<Tuning, 'rounds' | 'alpha' | 'seed'>,
  { candidates, repeats }: Pick<TuningRound, 'candidates' | 'repeats'>,
  trials: readonly Trial[],
): Finding[] {
  const at = candidates.indexOf(0)
  const finalists = candidates.flatMap((candidate, lane) => (lane === at ? [] : [{ candidate, lane }]))
  const compared = finalists.map(({ lane }) => [...pairsByTask(trials, lane, at).values()])
  const signs = compared.map((tasks) => tasks.map(({ wins, losses }) => wins - losses))
  const better = holm(signs.map(signFlipTest))
  const worse = holm(signs.map((each) => signFlipTest(each.map((difference) => -difference))))
  return finalists.map(({ candidate }, index) => {
    const tasks = compared[index] ?? []
    const p = better[index] ?? 1
    const isWorse = (worse[index] ?? 1) <= tuning.alpha
    const difference = differenceOver(tasks, repeats, tuning)
    const word = p <= tuning.alpha ? 'better' : isWorse ? 'worse' : 'not enough'
    const sum = (of: (task: TaskPairs) => number) => tasks.reduce((total, task) => total + of(task), 0)
    const pairs = sum((task) => task.pairs)
    return {
      candidate,
      verdict: word === 'better' ? 'improvement' : word === 'worse' ? 'worse' : 'no improvement shown',
      p,
      heldOut: { successes: sum((task) => task.own), trials: pairs },
      incumbent: { successes: sum((task) => task.incumbents), trials: pairs },
      difference: difference === null ? null : { ...difference, ...asTested(difference, word) },
      tasks: tasks.length,
      training: sharePart(trainingTally(tuning, candidate)),
      incumbentTraining: sharePart(trainingTally(tuning, 0)),
    }
  })
}

const sharePart = ({ successes, trials }: { readonly successes: number; readonly trials: number }) => ({
  successes,
  trials,
})

function pairsByTask(trials: readonly Trial[], lane: number, incumbent: number): Map<string, TaskPairs> {
  const [own, others] = [lane, incumbent].map((each) => {
    const counted = trials.filter((trial) => trial.lane === laneLabelAt(each)).filter(isCounted)
    return new Map(counted.map((trial): [string, CountedTrial] => [`${trial.repeat} ${trial.taskId}`, trial]))
  })
  const tasks = new Map<string, TaskPairs>()
  for (const [key, one] of own ?? []) {
    const other = others?.get(key)
    if (other === undefined) continue
    const before = tasks.get(one.taskId) ?? { pairs: 0, own: 0, incumbents: 0, wins: 0, losses: 0 }
    const [good, others_] = [Number(one.result.success), Number(other.result.success)]
    tasks.set(one.taskId, {
      pairs: before.pairs + 1,
      own: before.own + good,
      incumbents: before.incumbents + others_,
      wins: before.wins + Number(good > others_),
      losses: before.losses + Number(others_ > good),
    })
  }
  return tasks
}

/** At 1 − 2 alpha, so that its lower end fits the one-sided test. With repeats, tasks are resampled and not pairs. */
function differenceOver(
  tasks: readonly TaskPairs[],
  repeats: number,
  { alpha, seed }: Pick<Tuning, 'alpha' | 'seed'>,
): Finding['difference'] {
  if (tasks.length === 0) return null
  if (repeats === 1) {
    const wins = tasks.filter((task) => task.wins > 0).length
    const losses = tasks.filter((task) => task.losses > 0).length
    const both = tasks.filter(({ own, incumbents }) => own > 0 && incumbents > 0).length
    const neither = tasks.length - wins - losses - both
    return pairedDifference({ both, onlyOne: wins, onlyOther: losses, neither }, 2 * alpha)
  }
  const differences = tasks.map(({ wins, losses, pairs }) => (wins - losses) / pairs)
  const interval = pairedBootstrap(differences, 2 * alpha, seed)
  return interval === null ? null : { value: meanOf(differences), ...interval }
}
