import { describe, expect, test } from 'vitest'
import { signFlipTest } from '../../../src-main/trials/statistics/sign-flip.ts'
import { drawCandidates } from '../../../src-main/trials/tuning/draw-candidates.ts'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import type { Parameter } from '../../../src-shared/tuning/parameter.ts'
import { optionIn } from '../../../src-shared/tuning/parameter.ts'
import type { Candidate } from '../../../src-shared/tuning/tuning.ts'
import type { TuningSize } from '../../../src-shared/tuning/tuning-plan.ts'
import { simulateSearch } from '../../kit/tuning/simulated-search.ts'

// The counts that tests of this folder require exactly are those of docs/tune.md.
const searches = 200
const depth: Parameter = {
  strategy: 'retry',
  option: 'maxRetries',
  tried: { kind: 'range', from: 1, to: 16, whole: true, scale: 'linear' },
}
const width: Parameter = {
  strategy: 'retry',
  option: 'width',
  tried: { kind: 'range', from: 0, to: 1, whole: false, scale: 'linear' },
}
const incumbent = { name: 'retry', options: { maxRetries: 1, width: 0 }, inner: { name: 'tool-loop', options: {} } }

const drawn = (seed: number, count = 16): Candidate[] =>
  drawCandidates({ incumbent, parameters: [depth, width], declared: [], isValid: () => true }, count, seed)

const size: TuningSize = {
  candidates: 16,
  training: 20,
  heldOut: 30,
  finalists: 1,
  finalRepeats: 3,
  trials: null,
  proposes: false,
}

/** How hard a task is: repeats of a task are alike, and tasks differ much. */
const hardness = (task: string): number =>
  seededChance([...task].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))()

describe('where no candidate differs from the current setting', () => {
  const ends = (finalists: number, success: (candidate: Candidate, task: string) => number) =>
    Array.from({ length: searches }, (_, at) =>
      simulateSearch({
        candidates: drawn(at),
        size: { ...size, finalists },
        seed: at,
        chance: seededChance(1000 + at),
        success,
      }),
    )
  const improved = (all: ReturnType<typeof ends>) =>
    all.filter(({ finding }) => finding?.verdict === 'improvement').length

  test.each([
    ['all tasks alike', 1, () => 0.5],
    ['tasks of very different hardness', 1, (_: Candidate, task: string) => hardness(task)],
    ['two finalists', 2, () => 0.5],
  ] as const)('an improvement is called in at most 5 of 100 searches: %s', (_, finalists, success) => {
    const all = ends(finalists, success)
    expect(improved(all)).toBeLessThanOrEqual(searches * 0.05)
    expect(improved(all)).toBe(6)
    // Otherwise the test would be passed by never comparing anything.
    expect(all.filter(({ finding }) => finding !== null).length).toBeGreaterThan(searches / 2)
  })

  test('candidates that help on some tasks and harm on others as much are no improvement either', () => {
    const all = ends(1, ({ id }, task) => (id === 0 ? 0.5 : hardness(`${id} ${task}`)))
    expect(improved(all)).toBeLessThanOrEqual(searches * 0.05)
    expect(improved(all)).toBe(6)
  })

  test('the training tasks that a candidate was chosen by would call far more of them improvements', () => {
    const all = ends(1, () => 0.5)
    const flattered = all.filter(({ finding }) => {
      if (finding === null) return false
      const { training, incumbentTraining } = finding
      return training.successes / training.trials - incumbentTraining.successes / incumbentTraining.trials > 0.2
    })
    expect(flattered.length).toBeGreaterThan(searches * 0.2)
    const gaps = all.flatMap(({ finding }) =>
      finding === null
        ? []
        : [finding.training.successes / finding.training.trials - finding.heldOut.successes / finding.heldOut.trials],
    )
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(0.03)
  })
})

describe('where the best setting is known', () => {
  /** Rises with the retries and falls off from a width of 0.5; the best is 0.95. */
  const truth = ({ choice }: Pick<Candidate, 'choice'>): number => {
    const [retries, wide] = [Number(optionIn(choice, depth)), Number(optionIn(choice, width))]
    return 0.95 - 0.6 * 0.6 ** retries - 0.8 * Math.abs(wide - 0.5)
  }
  const best = 0.95 - 0.6 * 0.6 ** 16
  const run = (at: number, trials: number | null, candidates: number) =>
    simulateSearch({
      candidates: drawn(at, candidates),
      size: { ...size, candidates, trials },
      seed: at,
      chance: seededChance(5000 + at),
      success: (candidate) => truth(candidate),
    })
  const chosenTruth = ({ tuning, finding }: ReturnType<typeof run>): number => {
    const id = finding?.verdict === 'improvement' ? finding.candidate : 0
    return truth(tuning.candidates.find((each) => each.id === id) ?? { choice: incumbent })
  }

  test('a setting within 5 points of the best is found in 9 of 10 searches with 64 candidates and 2,500 trials', () => {
    const all = Array.from({ length: searches }, (_, at) => run(at, 2500, 64))
    const near = all.filter((end) => best - chosenTruth(end) <= 0.05).length
    expect(near / searches).toBeGreaterThanOrEqual(0.9)
    expect([near, Math.max(...all.map(({ trials }) => trials))]).toEqual([192, 2268])
  })

  test('fewer trials find less', () => {
    const all = Array.from({ length: searches }, (_, at) => run(at, 400, 16))
    const near = all.filter((end) => best - chosenTruth(end) <= 0.05).length
    expect(near / searches).toBeLessThan(0.9)
    expect([near, Math.max(...all.map(({ trials }) => trials))]).toEqual([107, 364])
    expect(all.filter(({ finding }) => finding?.verdict === 'improvement').length).toBeGreaterThan(searches * 0.8)
  })
})

test('the test over tasks is that of McNemar for single pairs, and counts a task once however often it is repeated', () => {
  expect(signFlipTest([1, 1, 1, 1, 1])).toBeCloseTo(1 / 32, 12)
  expect(signFlipTest([1, 1, 1, 1, -1, 0, 0])).toBeCloseTo(6 / 32, 12)
  expect(signFlipTest([3, 3, 3, 3])).toBeCloseTo(1 / 16, 12)
  expect(signFlipTest([0, 0])).toBe(1)
  expect(signFlipTest([-1, -1])).toBe(1)
  // {2, 1}: sums 3, 1, −1, −3; two of four are at least 1.
  expect(signFlipTest([2, -1])).toBeCloseTo(0.5, 12)
})
