import { expect, test } from 'vitest'
import { detectablePoints, powerText, shortPowerText } from '../../../src-shared/comparison/power-text.ts'

const known = { pairs: 120, disagreeing: 22 }

test('more lanes share the error rate, so that the same trials show only larger differences', () => {
  const points = [1, 5, 45].map((comparisons) => detectablePoints(60, comparisons, null)?.usual ?? 100)
  expect(points).toEqual(points.toSorted((a, b) => a - b))
  expect(new Set(points).size).toBe(3)
  expect(detectablePoints(10, 276, null)).toBeNull()
})

test('what trials can show is a range with its assumption, never the best case alone', () => {
  expect(powerText(10, 10, 2, null)).toBe(
    '100 pairs of trials: likely to show a difference in success of 21 points (13 if the lanes disagree on one pair in five).',
  )
  expect(powerText(10, 1, 2, null)).toBe(
    '10 pairs of trials: likely to show a difference in success of 72 points (68 if the lanes disagree on one pair in five).',
  )
  expect(shortPowerText(400, 2, null)).toBe(
    'Likely to show differences in success of 11 points (7 if the lanes disagree on one pair in five).',
  )
})

test('it is said of the first lane and of any two', () => {
  expect(powerText(10, 10, 24, null)).toBe(
    '100 pairs of trials: likely to show a difference in success of 29 points from lane A (17 if the lanes disagree on one pair in five), and of 34 between any two lanes.',
  )
  expect(powerText(10, 1, 10, null)).toContain('but none between other lanes: that takes more pairs.')
})

test('earlier trials of the same tasks go before what is assumed, if there are enough', () => {
  expect(powerText(10, 10, 2, known)).toBe(
    '100 pairs of trials: likely to show a difference in success of 13 points (in earlier trials of these tasks, lanes disagreed on 18\u00a0% of 120 pairs).',
  )
  expect(powerText(10, 10, 2, { pairs: 19, disagreeing: 0 })).toBe(powerText(10, 10, 2, null))
})

test('too few pairs show nothing, and one run each is a look', () => {
  expect(powerText(5, 1, 2, null)).toContain('can’t show a difference')
  expect(shortPowerText(5, 2, null)).toBe('Too few to show a difference in success.')
  expect(powerText(1, 1, 2, null)).toContain('may be due to chance')
})
