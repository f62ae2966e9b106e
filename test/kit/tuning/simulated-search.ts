import { finalFindings } from '../../../src-main/trials/tuning/final-findings.ts'
import { keptOf, nextStep } from '../../../src-main/trials/tuning/next-step.ts'
import { talliesOf } from '../../../src-main/trials/tuning/screen.ts'
import type { Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import { type Candidate, chosenFinding, type Finding, type Tuning } from '../../../src-shared/tuning/tuning.ts'
import { finalTrials, planRounds, type TuningSize } from '../../../src-shared/tuning/tuning-plan.ts'
import { madeResult } from '../agent/sample-trials.ts'

type Searched = Pick<
  Tuning,
  'rounds' | 'plan' | 'candidates' | 'asked' | 'proposer' | 'training' | 'heldOut' | 'seed' | 'alpha'
>

export interface Simulated {
  readonly candidates: readonly Candidate[]
  readonly size: TuningSize
  readonly seed: number
  readonly chance: () => number
  /** Probability of success of a candidate at a task. */
  success(candidate: Candidate, task: string): number
  /** What a model proposes for the best candidate so far; left out: no model proposes. */
  propose?(best: Candidate): readonly Candidate['choice'][]
  /** Numbers of trials after which it is stopped and continues from what is stored; left out: never. */
  readonly stops?: readonly number[]
}

export interface SimulatedEnd {
  readonly tuning: Searched
  readonly finding: Finding | null
  readonly trials: number
  /** How often it was stopped within a round. */
  readonly stopped: number
}

export const tasksNamed = (prefix: string, count: number): Tuning['training'] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${prefix}${at}`,
    name: `${prefix}${at}`,
    message: 'Do it.',
    from: 'f'.repeat(40),
    check: null,
    turnId: null,
  }))

/** A search as the host carries it out, with coins in place of runs. */
export function simulateSearch({
  candidates,
  size,
  seed,
  chance,
  success,
  propose,
  stops = [],
}: Simulated): SimulatedEnd {
  const screening = planRounds(size)
  if (screening === null) throw new Error('too few trials')
  let tuning: Searched = {
    rounds: [],
    plan: { screening, finalists: size.finalists, finalRepeats: size.finalRepeats },
    candidates: [...candidates],
    asked: 0,
    proposer: propose === undefined ? null : 'prof_proposer',
    training: tasksNamed('train', size.training),
    heldOut: tasksNamed('held', size.heldOut),
    seed,
    alpha: 0.05,
  }
  let [spent, stopped, last]: [number, number, Trial[]] = [0, 0, []]
  const candidateOf = (wanted: number): Candidate => {
    const found = tuning.candidates.find(({ id }) => id === wanted)
    if (found === undefined) throw new Error(`no candidate ${wanted}`)
    return found
  }
  for (;;) {
    const step = nextStep(tuning)
    if (step.kind === 'propose') {
      if (propose === undefined) throw new Error('nobody proposes')
      const made = propose(candidateOf(step.best)).map((choice, at): Candidate => {
        const from = { from: step.best, strategy: 'retry', prompt: 'retry', by: 'Model', why: '', runs: [] }
        const origin = { kind: 'proposed', ...from, round: step.round } as const
        return { id: tuning.candidates.length + at, choice, origin }
      })
      tuning = { ...tuning, asked: step.round + 1, candidates: [...tuning.candidates, ...made] }
      continue
    }
    if (step.kind === 'conclude') break
    if (step.kind === 'begin') {
      tuning = { ...tuning, rounds: [...tuning.rounds, { ...step.round, batchId: `batch_${tuning.rounds.length}` }] }
      continue
    }
    const { round } = step
    const planned = round.tasks.flatMap((task) =>
      Array.from({ length: round.repeats }, (_, repeat) =>
        round.candidates.map((id, lane) => ({ id, taskId: task, repeat, lane: laneLabelAt(lane) })),
      ).flat(),
    )
    last = []
    for (const { id, ...trial } of planned) {
      if (stops.includes(spent)) {
        // What a stop leaves is a round under way: whoever continues or looks finds no result.
        const left = nextStep(structuredClone(tuning))
        if (left.kind !== 'run' || left.round.tallies !== null) throw new Error('a stop ended a round')
        stopped += 1
      }
      const result = madeResult({ success: chance() < success(candidateOf(id), trial.taskId) })
      last.push({ number: last.length, ...trial, state: 'done', runId: null, failure: null, result })
      spent += 1
    }
    const ended = tuning.rounds.map((each) => (each === round ? { ...each, tallies: talliesOf(round, last) } : each))
    const kept = round.kind === 'final' ? [] : keptOf(ended)
    tuning = { ...tuning, rounds: ended.map((each, at) => (at === ended.length - 1 ? { ...each, kept } : each)) }
  }
  const final = tuning.rounds.at(-1)
  const findings = final?.kind === 'final' ? finalFindings(tuning, final, last) : []
  if (last.length > finalTrials(size) && final?.kind === 'final') throw new Error('the final is larger than planned')
  return { tuning, finding: chosenFinding({ findings }), trials: spent, stopped }
}
