import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedGap, foldedTime, idleGaps } from '../../src-renderer/run/idle-gaps.ts'
import { alignedTimes } from '../../src-renderer/run/phase-alignment.ts'
import { convertInterval, ownTime, toAxis, toRun } from '../../src-renderer/run/time-map.ts'
import {
  approvalAnswer,
  approvalAsk,
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runOf,
  toolEnd,
  toolStart,
} from '../kit/fake-host/timeline-scene.ts'

test('a run in which something happens all the time has nothing to fold', () => {
  const run = runOf([0, toolStart('0')], [1900, toolEnd('0')], [2000, modelStart('1')], [60_000, modelEnd('1', 10)])
  expect(idleGaps(run)).toEqual([])
})

test('waits for a first token, a long command and the user are folded; what streams is not', () => {
  const run = runOf(
    [0, modelStart('0')],
    [20_000, modelEnd('0', 9000)],
    [20_000, toolStart('1', 'command')],
    [20_010, approvalAsk('1')],
    [50_000, approvalAnswer('1')],
    [53_000, toolEnd('1')],
  )
  const gaps = idleGaps(run)
  expect(gaps).toEqual([
    { from: 0, to: 9000 },
    { from: 20_010, to: 50_000 },
    { from: 50_000, to: 53_000 },
  ])
  const time = foldedTime(gaps)
  expect(toAxis(time, 9000)).toBe(foldedGap)
  expect(toAxis(time, 20_000)).toBe(foldedGap + 11_000)
  expect(toAxis(time, 53_000)).toBe(3 * foldedGap + 11_010)
})

test('the way to the axis and back leads to the same moment, and never goes back', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 2001, max: 90_000 })), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(lengths, fc.array(fc.nat({ max: 500_000 }), { minLength: 2 }), (parts, moments) => {
      let at = 0
      const gaps = parts.map(([busy, idle]) => {
        const from = at + busy
        at = from + idle
        return { from, to: at }
      })
      const time = foldedTime(gaps)
      const places = [...moments].sort((a, b) => a - b).map((ms) => toAxis(time, ms))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      for (const ms of moments) expect(toRun(time, toAxis(time, ms))).toBeCloseTo(ms, 5)
    }),
  )
})

test('phases of one name begin at one place, and what ends at the leap ends before it', () => {
  const phases = (...starts: readonly (readonly [string, number])[]) =>
    runOf(
      ...starts.flatMap(([name, ms], index) => {
        const end = starts[index + 1]?.[1] ?? ms + 100
        return [[ms, phaseStart(`${index}`, name)] as const, [end, phaseEnd(`${index}`)] as const]
      }),
    )
  const slow = phases(['plan', 10], ['evaluate', 1010], ['execute', 1500])
  const quick = phases(['plan', 0], ['execute', 200], ['evaluate', 300], ['execute', 900])
  const [one, other] = alignedTimes([slow, quick])
  if (one === undefined || other === undefined) throw new Error('two runs have two maps')
  // `plan`, `evaluate` stand in this order in both; the first `execute` does not.
  expect(toAxis(one, 10)).toBe(toAxis(other, 0))
  expect(toAxis(one, 1010)).toBe(toAxis(other, 300))
  expect(toAxis(other, 300, 'end')).toBe(310)
  expect(toRun(other, 800)).toBe(300)
  // Time passes alike on the axis and in the run.
  expect(toAxis(other, 250) - toAxis(other, 50)).toBe(200)
  // A stretch that is marked in one run is that of the same phases in the other.
  expect(convertInterval({ from: 1010, to: 1210 }, one, other)).toEqual({ from: 300, to: 500 })
  expect(convertInterval({ from: 3, to: 9 }, ownTime, ownTime)).toEqual({ from: 3, to: 9 })
})

test('runs that share no phase keep their own time', () => {
  expect(alignedTimes([runOf([0, toolStart('0')]), runOf([0, phaseStart('0', 'plan')])])).toEqual([ownTime, ownTime])
})
