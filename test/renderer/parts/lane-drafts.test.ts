import { describe, expect, it } from 'vitest'
import { laneOf, nextStrategy } from '../../../src-renderer/parts/lanes/lane-drafts.ts'
import type { LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import { isChoice } from '../../../src-shared/strategy/strategy-pick.ts'

describe('lanes that are added', () => {
  it('have a strategy each that none of the others has, and that can be started as it is', () => {
    const lanes: LaneSetUp[] = []
    while (lanes.length < 4) lanes.push(laneOf(nextStrategy(lanes), {}))
    const picks = lanes.flatMap(({ strategy }) => (isChoice(strategy) ? [strategy] : []))
    expect(new Set(picks.map(({ name }) => name)).size).toBe(4)
    expect(picks.find(({ name }) => name === 'retry')?.inner?.name).toBe('tool-loop')
  })
})
