import { expect, test } from 'vitest'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { labelOf, stepOf } from '../../../../src-renderer/parts/timeline/model/ticks.ts'
import { amountsOf, costOf, tokensOf } from '../../../../src-renderer/parts/timeline/scale/amounts.ts'
import { toAxis } from '../../../../src-renderer/run/time-map.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import {
  branchesEnd,
  branchesStart,
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runOf,
  toolEnd,
  toolStart,
} from '../../../kit/fake-host/timeline-scene.ts'

const placed = (view: RunView, path: string) => {
  const { start, end } = amountsOf(view, tokensOf)
  const at = view.at.get(path) ?? -1
  return [start[at], end[at]]
}

test('a model call is as wide as its tokens, what is between takes nothing', () => {
  const run = runOf(
    [0, phaseStart('0', 'plan')],
    [0, modelStart('0.0')],
    [10, modelEnd('0.0', 0, 0, { input: 100, output: 20 })],
    [10, toolStart('0.1')],
    [900, toolEnd('0.1')],
    [900, phaseEnd('0')],
    [900, modelStart('1')],
    [950, modelEnd('1', 0, 0, { input: 300, output: 30 })],
  )
  expect(placed(run, '0.0')).toEqual([0, 120])
  expect(placed(run, '0.1')).toEqual([120, 120])
  expect(placed(run, '0')).toEqual([0, 120])
  expect(placed(run, '1')).toEqual([120, 450])
  expect(amountsOf(run, tokensOf).total).toBe(450)
})

test('branches begin at one place, and what comes after them where the longest ends', () => {
  const run = runOf(
    [0, modelStart('0')],
    [10, modelEnd('0', 0, 0, { input: 50, output: 0 })],
    [10, branchesStart('1', 2)],
    [10, modelStart('1/0.0')],
    [11, modelStart('1/1.0')],
    [20, modelEnd('1/0.0', 0, 0, { input: 100, output: 0 })],
    [30, modelEnd('1/1.0', 0, 0, { input: 10, output: 0 })],
    [30, modelStart('1/1.1')],
    [40, modelEnd('1/1.1', 0, 0, { input: 20, output: 0 })],
    [40, branchesEnd('1')],
    [40, modelStart('2')],
    [50, modelEnd('2', 0, 0, { input: 5, output: 0 })],
  )
  expect(placed(run, '1/0.0')).toEqual([50, 150])
  expect(placed(run, '1/1.0')).toEqual([50, 60])
  expect(placed(run, '1/1.1')).toEqual([60, 80])
  expect(placed(run, '2')).toEqual([150, 155])
  const { time } = amountsOf(run, tokensOf)
  expect([toAxis(time, 10), toAxis(time, 20), toAxis(time, 1e9)]).toEqual([50, 150, 155])
})

test('by cost a call without a price takes no room, and bars never go back', () => {
  const run = runOf([0, modelStart('0')], [10, modelEnd('0', 0, null)], [10, modelStart('1')], [20, modelEnd('1', 0)])
  const amounts = amountsOf(run, costOf)
  const layout = updateLayout(newLayout(amounts.time, null, amounts), run)
  const [track] = layout.root.model
  expect(track?.start.every((start, slot) => start >= (track.end[slot - 1] ?? 0))).toBe(true)
})

test('ticks of tokens and money are round, and written as people read them', () => {
  expect(stepOf('tokens', 1800)).toBe(2000)
  expect([0, 2000, 10_000].map((value) => labelOf('tokens', value, 2000))).toEqual(['0', '2 k', '10 k'])
  const step = stepOf('cost', 3500)
  expect([0, 5000, 10_000].map((value) => labelOf('cost', value, step))).toEqual(['$0', '$0.005', '$0.010'])
})
