import { describe, expect, test } from 'vitest'
import { drawCandidates } from '../../../src-main/trials/tuning/draw-candidates.ts'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import { changedPrompts, withPrompt } from '../../../src-shared/strategy/prompts.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { optionIn, type Parameter } from '../../../src-shared/tuning/parameter.ts'
import type { Candidate } from '../../../src-shared/tuning/tuning.ts'
import { plannedTrials, planRounds, type TuningSize } from '../../../src-shared/tuning/tuning-plan.ts'
import { type Simulated, type SimulatedEnd, simulateSearch } from '../../kit/tuning/simulated-search.ts'

// The counts that tests of this folder require exactly are those of docs/tune.md.
const searches = 200
const depth: Parameter = {
  strategy: 'retry',
  option: 'maxRetries',
  tried: { kind: 'range', from: 1, to: 16, whole: true, scale: 'linear' },
}
const incumbent = { name: 'retry', options: { maxRetries: 1 }, inner: { name: 'tool-loop', options: {} } }
const prompt = { name: 'retry', about: '', text: 'Again.', required: [], optional: [] }

const drawn = (seed: number, count: number): Candidate[] =>
  drawCandidates({ incumbent, parameters: [depth], declared: [], isValid: () => true }, count, seed)

const size: TuningSize = {
  ...{ candidates: 8, training: 20, heldOut: 30, finalists: 1, finalRepeats: 3 },
  ...{ trials: null, proposes: true },
}
const isHeldOut = (task: string) => task.startsWith('held')
const textOf = ({ options }: Pick<StrategyChoice, 'options'>): string => changedPrompts(options)['retry'] ?? ''

/** Two a round, as the host asks for; what each is worth is drawn. */
const proposing = (chance: () => number) => (best: Candidate) =>
  [0, 1].map(() => ({
    ...best.choice,
    options: withPrompt(best.choice.options, prompt, `Text ${chance().toFixed(6)}`),
  }))

const all = (of: (at: number) => Omit<Simulated, 'seed' | 'chance' | 'size'>, sized = size): SimulatedEnd[] =>
  Array.from({ length: searches }, (_, at) =>
    simulateSearch({ seed: at, chance: seededChance(9000 + at), size: sized, ...of(at) }),
  )
const improved = (ends: readonly SimulatedEnd[]) =>
  ends.filter(({ finding }) => finding?.verdict === 'improvement').length

describe('prompts that a model proposes', () => {
  test.each([
    ['change nothing', () => 0.5],
    ['fit the training tasks alone', (text: string, task: string) => (text !== '' && !isHeldOut(task) ? 0.9 : 0.5)],
  ] as const)('are called an improvement in at most 5 of 100 searches if they %s', (_, success) => {
    const ends = all((at) => ({
      candidates: drawn(at, 8),
      propose: proposing(seededChance(at)),
      success: ({ choice }, task) => success(textOf(choice), task),
    }))
    expect(improved(ends)).toBeLessThanOrEqual(searches * 0.05)
    expect(improved(ends)).toBe(2)
    // Otherwise it would be passed by never asking, or never comparing.
    const compared = ends.filter(({ finding }) => finding !== null)
    expect(compared.length).toBeGreaterThan(searches / 2)
    expect(ends.every(({ tuning }) => tuning.candidates.some(({ origin }) => origin.kind === 'proposed'))).toBe(true)
  })

  test('fit to the training tasks alone show the gap that says so', () => {
    const ends = all((at) => ({
      candidates: drawn(at, 8),
      propose: proposing(seededChance(at)),
      success: ({ choice }, task) => (textOf(choice) !== '' && !isHeldOut(task) ? 0.9 : 0.5),
    }))
    const gaps = ends.flatMap(({ finding }) =>
      finding === null
        ? []
        : [finding.training.successes / finding.training.trials - finding.heldOut.successes / finding.heldOut.trials],
    )
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(0.3)
  })
})

describe('with a best setting that needs an option and a prompt', () => {
  /** Every fourth proposal is a good text, every other a bad one; the retries matter as much. */
  const worthOf = (text: string): number => {
    if (text === '') return 0
    return Number(text.slice(5)) < 0.25 ? 0.3 : -0.2
  }
  const truth = (choice: StrategyChoice): number =>
    Math.max(0.02, 0.6 - 0.4 * 0.6 ** Number(optionIn(choice, depth)) + worthOf(textOf(choice)))
  const best = 0.6 - 0.4 * 0.6 ** 16 + 0.3
  const budget = 2500
  const sized = { ...size, candidates: 16, trials: budget }
  const ends = all(
    (at) => ({
      candidates: drawn(at, 16),
      propose: proposing(seededChance(at)),
      success: ({ choice }) => truth(choice),
    }),
    sized,
  )
  const found = ends.map(({ tuning, finding }) => {
    const id = finding?.verdict === 'improvement' ? finding.candidate : 0
    return truth(tuning.candidates.find((each) => each.id === id)?.choice ?? incumbent)
  })

  test('a setting within 5 points of the best of what was proposed is found in 9 of 10 searches with 2,500 trials', () => {
    const reachable = ends.map(({ tuning }) => Math.max(...tuning.candidates.map(({ choice }) => truth(choice))))
    const near = found.filter((value, at) => (reachable[at] ?? 1) - value <= 0.05).length
    expect(near / searches).toBeGreaterThanOrEqual(0.9)
    expect(best - Math.max(...found)).toBeLessThanOrEqual(0.05)
    expect(Math.max(...ends.map(({ trials }) => trials))).toBeLessThanOrEqual(budget)
    expect([near, Math.max(...ends.map(({ trials }) => trials))]).toEqual([198, 2420])
  })

  test('the cost is the one that was announced, or less', () => {
    const screening = planRounds(sized)
    expect(Math.max(...ends.map(({ trials }) => trials))).toBeLessThanOrEqual(plannedTrials(sized, screening ?? []))
  })
})

describe('searches that are stopped and continue', () => {
  const ends = (stops: (at: number) => readonly number[]) =>
    all((at) => ({
      candidates: drawn(at, 8),
      propose: proposing(seededChance(at)),
      success: () => 0.5,
      stops: stops(at),
    }))

  test('find what they would have found, however often they stop, and no stop has a result', () => {
    const chance = seededChance(77)
    const often = Array.from({ length: searches }, () => Array.from({ length: 40 }, () => Math.floor(chance() * 400)))
    const [stopped, straight] = [ends((at) => often[at] ?? []), ends(() => [])]
    expect(stopped.map(({ finding }) => finding)).toEqual(straight.map(({ finding }) => finding))
    expect(stopped.map(({ trials }) => trials)).toEqual(straight.map(({ trials }) => trials))
    expect(Math.min(...stopped.map((end) => end.stopped))).toBeGreaterThan(5)
    expect(improved(stopped)).toBeLessThanOrEqual(searches * 0.05)
  })
})
