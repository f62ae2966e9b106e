import { expect, test } from 'vitest'
import { detectableDifference } from '../../../src-shared/statistics/detectable.ts'
import { mcnemarExact } from '../../../src-shared/statistics/mcnemar.ts'

test.each([
  [10, 68],
  [20, 37],
  [40, 20],
])('%i pairs show a difference of %i points, four times in five', (pairs, points) => {
  expect(Math.ceil((detectableDifference(pairs, 0.05) ?? 0) * 100)).toBe(points)
})

test('five pairs can never show a difference: the smallest p is 0.0625', () => {
  expect(mcnemarExact(5, 0)).toBeCloseTo(0.0625, 10)
  expect(detectableDifference(5, 0.05)).toBeNull()
})

test('more lanes share the error rate, so more pairs are needed', () => {
  const [two, three] = [detectableDifference(10, 0.05) ?? 0, detectableDifference(10, 0.025) ?? 0]
  expect(three).toBeGreaterThan(two)
})
