import { expect, test } from 'vitest'
import { linesBelow, staircase } from '../../../src-renderer/views/compare/trials/priced-lanes.ts'

test('names that would lie on each other stand one line apart', () => {
  const marks = [
    { x: 200, y: 10 },
    { x: 180, y: 12 },
    { x: 260, y: 10 },
    { x: 600, y: 10 },
    { x: 190, y: 90 },
  ]
  expect(linesBelow(marks)).toEqual([1, 0, 2, 0, 0])
})

test('lanes that none beats are joined by steps, from the cheapest on', () => {
  expect(
    staircase([
      { x: 30, y: 5 },
      { x: 10, y: 20 },
    ]),
  ).toBe('M10,20H30V5')
  expect(staircase([{ x: 30, y: 5 }])).toBe('')
})
