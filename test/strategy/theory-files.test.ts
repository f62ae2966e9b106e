import { describe, expect, it } from 'vitest'
import { measured, seeded, type Theory } from '../kit/family/theory.ts'
import { annealingRun, annealingTheory, bestOfNTheory, bestStates, type Landscape } from '../kit/family/theory-files.ts'

/** A valley at 2 behind a low ridge, the deepest one at 5 behind a high one. */
const costs = [5, 6, 2, 8, 4, 0, 9, 7]
const lands: readonly Landscape[] = [
  { costs, proposals: 12, temperature: 3, cooling: 0.85 },
  { costs, proposals: 12, temperature: 1, cooling: 0.9 },
  { costs, proposals: 25, temperature: 6, cooling: 0.95 },
]
const theories: readonly Theory[] = [
  ...lands.map((land) => annealingTheory(land, 5)),
  ...[0.2, 0.6].flatMap((wrong) => [1, 3, 5].map((candidates) => bestOfNTheory(candidates, wrong))),
]
const runs = 800
const seed = 40_000

/** Pearson's statistic over the cells in which at least five are expected, the others taken together. */
function chiSquare(counts: readonly number[], expected: readonly number[]) {
  const [large, small] = [true, false].map((is) => expected.flatMap((each, at) => (each >= 5 === is ? [at] : [])))
  const sum = (of: readonly number[], cells: readonly number[] = []) =>
    cells.reduce((all, at) => all + (of[at] ?? 0), 0)
  const cells = (large ?? []).map((at) => [counts[at] ?? 0, expected[at] ?? 0] as const)
  const rest = [sum(counts, small), sum(expected, small)] as const
  const all = rest[1] >= 1 ? [...cells, rest] : cells
  return { value: all.reduce((total, [is, wanted]) => total + (is - wanted) ** 2 / wanted, 0), freedom: all.length - 1 }
}
/** What the statistic exceeds once in a hundred, by degrees of freedom. Source: NIST/SEMATECH e-Handbook, 1.3.6.7.4. */
const onceInAHundred = [0, 6.635, 9.21, 11.345, 13.277, 15.086, 16.812, 18.475]

describe('what theory says of a search among states of the files', () => {
  it.each(theories)('holds for $name: the prediction is within the 95 % interval', (theory) => {
    const { from, to } = measured(theory, runs, seed)
    expect(theory.predicted).toBeGreaterThanOrEqual(from)
    expect(theory.predicted).toBeLessThanOrEqual(to)
  })

  it.each(lands)('holds for all states that annealing can end in, from $temperature by $cooling', (land) => {
    const counts = new Array<number>(costs.length).fill(0)
    for (let at = 0; at < runs; at++) {
      const end = annealingRun(land, seeded(seed + runs + at))
      counts[end] = (counts[end] ?? 0) + 1
    }
    const expected = bestStates(land).map((share) => share * runs)
    const { value, freedom } = chiSquare(counts, expected)
    expect(value).toBeLessThan(onceInAHundred[freedom] ?? 0)
    // The check can fail: by the theory of another schedule the same counts are far off.
    const others = bestStates({ ...land, temperature: land.temperature + 2, cooling: 1 }).map((share) => share * runs)
    const far = chiSquare(counts, others)
    expect(far.value).toBeGreaterThan(onceInAHundred[far.freedom] ?? 0)
  })

  it('says that warmth finds what greed cannot', () => {
    const [mild, cold, hot] = lands.map((land) => measured(annealingTheory(land, 5), 300, seed).rate)
    expect(hot).toBeGreaterThan((mild ?? 1) + 0.05)
    expect(mild).toBeGreaterThan((cold ?? 1) + 0.02)
  })
})
