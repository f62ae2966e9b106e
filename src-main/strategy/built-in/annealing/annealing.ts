import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { outcomeOf } from '../../outcome.ts'
import { joined, withLastWords } from '../../parts/last-words.ts'
import { onlyReading } from '../../parts/only-reading.ts'
import { note, phase, type Routine, restore, StepFailed, snapshot } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { type AnnealingOptions, annealingOptions } from './annealing-options.ts'
import { proposed } from './annealing-proposal.ts'
import { scored } from './annealing-score.ts'
import type { Annealing, FileState } from './annealing-state.ts'
import { problemOf, reportOf, scoreInWords } from './annealing-words.ts'

/**
 * Simulated annealing over states of the files. Source: Kirkpatrick, Gelatt, Vecchi, "Optimization by Simulated
 * Annealing" (1983), with a geometric schedule.
 *
 * 1. Every proposal begins from the current state and is snapshotted before it is scored, so that each can be
 *    had back by its id on the timeline.
 * 2. It is kept where it is no worse, else with probability exp(-worse / temperature); else it is rolled back.
 * 3. Of all states that were kept the best remains, the newest of equals, however the run of the strategy ends.
 */
function* annealingRun(task: Task, options: AnnealingOptions): Routine<Outcome> {
  const refused = onlyReading(task, 'annealing')
  if (refused !== null) return outcomeOf(task, { text: '', added: [], calls: [], meta: {} }, refused)
  let state = yield* started(task, options)
  for (let at = 0; at < options.proposals && !state.perfect && !state.spent; at++) {
    try {
      state = yield* proposed(task, state, at, options)
    } catch (error) {
      if (error instanceof StepFailed) yield* restore(state.best.snapshot)
      throw error
    }
  }
  if (state.current.snapshot !== state.best.snapshot) yield* restore(state.best.snapshot)
  return ending(task, state)
}

function* started(task: Task, options: AnnealingOptions): Routine<Annealing> {
  const start = yield* snapshot('before the first proposal')
  const first = yield* phase('score', scored(task, start, start, options), 'score the start')
  const { score, report, calls, spent, problem } = first
  const said = { score, snapshot: start, temperature: options.temperature, ...problemOf(problem) }
  yield* note(`the start: ${scoreInWords(score)}`, said)
  const current: FileState = { snapshot: start, score, report, talk: [], text: '' }
  return { start, current, best: current, proposals: [], calls, perfect: false, spent, problem }
}

function ending(task: Task, { start, best, proposals, calls, spent, problem }: Annealing): Outcome {
  const told = reportOf(best.score, proposals, best.snapshot === start)
  const report = problem === null ? told : `${told} ${problem}`
  const meta = {
    score: best.score,
    snapshot: best.snapshot,
    proposals: proposals.map(({ score, decision }) => ({ score, decision })),
    spent,
  }
  return outcomeOf(task, { text: joined(best.text, report), added: withLastWords(best.talk, report), calls, meta })
}

export const annealing = defineStrategy({
  name: 'annealing',
  title: 'Simulated annealing',
  summary:
    'Proposes change after change, keeps what scores better and at first sometimes what is worse; the best remains.',
  version: 2,
  wrapper: false,
  options: annealingOptions,
  roles: [
    { name: 'engineer', purpose: 'Proposes changes by making them' },
    { name: 'evaluator', purpose: 'Scores them, where no check command does' },
  ],
  phases: [
    { name: 'score', to: ['propose'] },
    { name: 'propose', to: ['score', 'propose'] },
  ],
  build: (chosen) => (task) => annealingRun(task, chosen),
})
