import { expect, test } from 'vitest'
import { moneySplit } from '../../../../src-renderer/run/outcome/money-split.ts'
import { modelEnd, modelStart, phaseEnd, phaseStart, viewOf } from '../../../kit/run/events.ts'

const events = (prices: readonly (number | null)[]) => [
  phaseStart('0', 'plan'),
  modelStart('0.0', 'planner'),
  modelEnd('0.0', 'a', prices[0] ?? null),
  phaseEnd('0'),
  modelStart('1', 'engineer'),
  modelEnd('1', 'b', prices[1] ?? null),
  modelStart('2', 'engineer'),
  modelEnd('2', 'c', prices[2] ?? null),
]
const shares = (prices: readonly (number | null)[], by: 'role' | 'phase') =>
  moneySplit(viewOf(events(prices)), by).map(({ name, calls, share }) => [name, calls, Math.round(share * 100)])

test('where the money went is told by role and by phase, the largest part first', () => {
  expect(shares([0.06, 0.01, 0.03], 'role')).toEqual([
    ['planner', 1, 60],
    ['engineer', 2, 40],
  ])
  expect(shares([0.06, 0.01, 0.03], 'phase')).toEqual([
    ['plan', 1, 60],
    ['outside phases', 2, 40],
  ])
})

test('without prices it is told by tokens', () => {
  expect(shares([null, 0.01, null], 'role')).toEqual([
    ['engineer', 2, 67],
    ['planner', 1, 33],
  ])
})
