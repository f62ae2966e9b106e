import { expect, test } from 'vitest'
import { breakWidth, workingScale } from '../../../src-renderer/parts/timeline/scale/scale.ts'
import { ownTime, toAxis, toRun } from '../../../src-renderer/run/time-map.ts'
import { workGaps } from '../../../src-renderer/run/work-gaps.ts'
import {
  approvalAnswer,
  approvalAsk,
  modelEnd,
  modelStart,
  runOf,
  toolEnd,
  toolStart,
} from '../../kit/fake-host/timeline-scene.ts'

/** A call of a second, an approval of a minute, two seconds of a command, and an answer. */
const approved = runOf(
  [0, modelStart('0')],
  [1000, modelEnd('0', 0)],
  [1000, toolStart('1', 'command')],
  [1000, approvalAsk('1')],
  [61_000, approvalAnswer('1')],
  [63_000, toolEnd('1')],
  [63_000, modelStart('2')],
  [64_000, modelEnd('2', 0)],
)

test('what is waited for the user is a gap, what a model or a command takes is not', () => {
  expect(workGaps(approved)).toEqual([{ from: 1000, to: 61_000 }])
})

test('work beside a wait takes its time out of the gap', () => {
  const run = runOf(
    [0, toolStart('0', 'command')],
    [1000, approvalAsk('0')],
    [2000, modelStart('1')],
    [5000, modelEnd('1', 0)],
    [9000, approvalAnswer('0')],
    [9500, toolEnd('0')],
  )
  expect(workGaps(run)).toEqual([
    { from: 1000, to: 2000 },
    { from: 5000, to: 9000 },
  ])
})

test('a run that waits now has a gap that does not end, and its axis stands still', () => {
  const run = runOf(
    [0, modelStart('0')],
    [1000, modelEnd('0', 0)],
    [1000, toolStart('1', 'command')],
    [1000, approvalAsk('1')],
  )
  const gaps = workGaps(run)
  expect(gaps).toEqual([{ from: 1000, to: Number.POSITIVE_INFINITY }])
  const { time } = workingScale(gaps, 64)
  expect(toAxis(time, 1000)).toBe(1000)
  expect([5000, 500_000].map((now) => toAxis(time, now))).toEqual([1064, 1064])
})

test('in working time a wait is a tear, and values go on after it where they stopped', () => {
  const { time, values, breaks } = workingScale(workGaps(approved), 200)
  expect([1000, 61_000, 64_000].map((ms) => toAxis(time, ms))).toEqual([1000, 1200, 4200])
  expect(toRun(time, 1100)).toBe(31_000)
  expect(breaks).toEqual([{ from: 1000, to: 1200, startMs: 1000, lastedMs: 60_000 }])
  // Four seconds were worked: the fourth ends at the right of the tear.
  expect([0, 1000, 4000].map((worked) => toAxis(values, worked))).toEqual([0, 1200, 4200])
})

test('a run without waits lies on its own time, so that nothing is laid out anew', () => {
  const run = runOf([0, modelStart('0')], [1000, modelEnd('0', 0)])
  expect(workingScale(workGaps(run), 100).time).toBe(ownTime)
})

test('tears leave most of the width to work, and those of a run that goes on are moved seldom', () => {
  const gaps = workGaps(approved)
  expect(breakWidth(gaps, 64_000, false)).toBeCloseTo(220)
  expect(breakWidth(gaps, 64_000, true)).toBe(128)
  const many = Array.from({ length: 100 }, (_, index) => ({ from: index * 1000, to: index * 1000 + 500 }))
  expect(breakWidth(many, 100_000, false) * many.length).toBeLessThanOrEqual(50_000 * 0.31)
})
