import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import { detectableDifference, independentLanes, pairPower } from '../../../src-shared/statistics/detectable.ts'
import { mcnemarExact } from '../../../src-shared/statistics/mcnemar.ts'

const points = (pairs: number, alpha: number, disagreement: (difference: number) => number) =>
  (detectableDifference({ pairs, alpha, disagreement }) ?? Number.NaN) * 100

/** By an independent program (SciPy's binomial distribution, differences tried in steps of half a point). */
describe('the smallest difference that pairs show four times in five', () => {
  it.each([
    [10, 0.05, 67.5, 67.5, 67.5, 67.5, 71.5],
    [20, 0.05, 37, 37, 37, 37, 49],
    [40, 0.05, 19.5, 19.5, 20, 25.5, 34],
    [60, 0.05, 13, 13, 16.5, 21, 27.5],
    [100, 0.05, 8, 9, 13, 16.5, 21],
    [200, 0.05, 4, 6.5, 9.5, 11.5, 14.5],
    [400, 0.05, 2, 5, 6.5, 8.5, 10.5],
    [100, 0.05 / 3, 9, 10, 14.5, 18.5, 24],
    [100, 0.05 / 23, 12.5, 12.5, 17, 22, 29],
    [400, 0.05 / 23, 3.5, 6.5, 9, 11.5, 14.5],
  ])('%i pairs at level %d', (pairs, alpha, best, tenth, fifth, third, independent) => {
    const constant = (share: number) => points(pairs, alpha, () => share)
    const found = [0, 0.1, 0.2, 0.32].map(constant)
    expect([...found, points(pairs, alpha, independentLanes)].map((each) => Math.round(each * 10) / 10)).toEqual([
      best,
      tenth,
      fifth,
      third,
      independent,
    ])
  })

  it.each([
    [100, 0.52, 0.2, 0.7713],
    [40, 0.32, 0.25, 0.7959],
    [20, 0.58, 0.4, 0.5934],
  ])('power of %i pairs that disagree on %d, for a difference of %d', (pairs, share, difference, power) => {
    expect(pairPower({ pairs, alpha: 0.05, disagreement: () => share, difference })).toBeCloseTo(power, 4)
  })
})

test('simulated experiments find a difference as often as it says', () => {
  const [pairs, share, difference] = [60, 0.5, 0.25]
  let found = 0
  for (let seed = 0; seed < 4000; seed++) {
    const chance = seededChance(17 + seed * 3)
    let [wins, losses] = [0, 0]
    for (let pair = 0; pair < pairs; pair++) {
      const drawn = chance()
      if (drawn < (share + difference) / 2) wins++
      else if (drawn < share) losses++
    }
    if (mcnemarExact(wins, losses) <= 0.05) found++
  }
  const said = pairPower({ pairs, alpha: 0.05, disagreement: () => share, difference })
  expect(Math.abs(found / 4000 - said)).toBeLessThan(0.02)
})

test('five pairs can never show a difference: the smallest p is 0.0625', () => {
  expect(mcnemarExact(5, 0)).toBeCloseTo(0.0625, 10)
  expect(detectableDifference({ pairs: 5, alpha: 0.05, disagreement: independentLanes })).toBeNull()
})

test('more pairs show no less, and stricter tests and lanes that disagree more show no more', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), share, share, (a, b, p, q) => {
      const at = (pairs: number, alpha: number, disagreement: number) =>
        detectableDifference({ pairs, alpha, disagreement: () => disagreement }) ?? 2
      const [few, many] = [Math.min(a, b), Math.max(a, b)]
      const [less, more] = [Math.min(p, q), Math.max(p, q)]
      // The test jumps with single pairs, by less than its own step of one pair.
      expect(at(many, 0.05, p)).toBeLessThanOrEqual(at(few, 0.05, p) + 2 / few)
      expect(at(a, 0.05 / 3, p)).toBeGreaterThanOrEqual(at(a, 0.05, p))
      // With few pairs the test needs several that differ, however they split.
      if (a >= 40) expect(at(a, 0.05, more)).toBeGreaterThanOrEqual(at(a, 0.05, less) - 1 / 200)
    }),
    { numRuns: 150 },
  )
})

test('the exact test and the formula used beyond it agree where one takes over from the other', () => {
  for (const disagreement of [independentLanes, () => 0.2]) {
    const [exact, formula] = [points(2000, 0.05, disagreement), points(2001, 0.05, disagreement)]
    expect(Math.abs(exact - formula)).toBeLessThanOrEqual(0.5)
  }
})

test('a plan of a hundred thousand pairs is answered as one of few', () => {
  expect(points(100_000, 0.05, independentLanes)).toBeLessThan(1.5)
  expect(points(2000, 0.001, independentLanes)).toBeLessThan(10)
})
