import { describe, expect, it, test } from 'vitest'
import { laneOf, lanesForRun, nextStrategy } from '../../../src-renderer/parts/lanes/lane-drafts.ts'
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

test('lanes beside a run begin with its strategy and models, and another strategy with the same', () => {
  const model = (profileId: string) => ({ profileId, profileName: profileId, model: profileId })
  const inner = { name: 'reflection', options: { rounds: 2 } }
  const strategy = { name: 'conversation', options: {}, inner }
  const [first, second] = lanesForRun({ strategy, roles: { engineer: model('big'), critic: model('small') } })
  expect(first).toMatchObject({ strategy: inner, roles: { default: 'big', critic: 'small' } })
  expect(second).toMatchObject({ strategy: { name: 'tool-loop' }, roles: first?.roles })
})
