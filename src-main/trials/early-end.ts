import { isCounted } from '../../src-shared/comparison/batch-pairs.ts'
import type { Batch, Trial } from '../../src-shared/comparison/comparison-batch.ts'
import { sequentialTest } from '../../src-shared/statistics/sequential.ts'

/** `none`: it does not count. */
type Outcome = 'open' | 'none' | 'success' | 'failure'

/** Two trials of the same task and repeat, by their numbers. */
interface Round {
  readonly one: number
  readonly other: number
}

/** When a plan that may end early is decided. */
export interface EarlyEnd {
  /** Takes in a trial that has ended: each pair is looked at once, however many trials there are. */
  note(trial: Trial): void
  /** Whether every other lane is decided against the first, so that more trials would show nothing new. */
  isDecided(): boolean
}

/**
 * Each lane is compared with the first one as the results are (`paired-results.ts`): pair by pair in the order of the plan,
 * up to the first pair that has not ended.
 */
export function openEarlyEnd(
  { lanes, certainty }: Pick<Batch, 'lanes' | 'certainty'>,
  trials: readonly Trial[],
): EarlyEnd {
  const outcomes = new Map(trials.map((trial) => [trial.number, outcomeOf(trial)]))
  const [first, ...others] = lanes.map(({ label }) => label)
  const numbers = new Map(trials.map((trial) => [`${trial.lane} ${roundOf(trial)}`, trial.number]))
  const ownOfFirst = trials.filter(({ lane }) => lane === first)
  const pairings = others.map((lane) => {
    const rounds = ownOfFirst.flatMap((trial): Round[] => {
      const one = numbers.get(`${lane} ${roundOf(trial)}`)
      return one === undefined ? [] : [{ one, other: trial.number }]
    })
    return {
      lane,
      rounds: rounds.toSorted((a, b) => Math.min(a.one, a.other) - Math.min(b.one, b.other)),
      at: 0,
      test: sequentialTest(certainty.alpha / others.length),
    }
  })

  function look(pairing: (typeof pairings)[number]): void {
    for (let round = pairing.rounds[pairing.at]; round !== undefined; round = pairing.rounds[++pairing.at]) {
      const [one, other] = [outcomes.get(round.one), outcomes.get(round.other)]
      if (one === 'open' || other === 'open') return
      if (one !== 'none' && other !== 'none') pairing.test.note(one === 'success', other === 'success')
    }
  }
  for (const pairing of pairings) look(pairing)
  return {
    note: (trial) => {
      outcomes.set(trial.number, outcomeOf(trial))
      for (const pairing of pairings) if (trial.lane === first || trial.lane === pairing.lane) look(pairing)
    },
    isDecided: () => certainty.stopEarly && pairings.every(({ test }) => test.result().decidedAfter !== null),
  }
}

const roundOf = ({ repeat, taskId }: Trial): string => `${repeat} ${taskId}`

function outcomeOf(trial: Trial): Outcome {
  if (trial.state === 'waiting' || trial.state === 'running') return 'open'
  if (!isCounted(trial)) return 'none'
  return trial.result.success ? 'success' : 'failure'
}
