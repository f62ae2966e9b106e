import { expect, test } from 'vitest'
import { laneUse } from '../../../src-renderer/parts/lanes/lane-use.ts'

const choice = { name: 'reflection', options: { rounds: 2 }, inner: { name: 'tool-loop', options: {} } }
const settings = { roles: { planner: 'big' }, defaultProfile: 'small' }

test('a lane with the usual models is its strategy with its options', () => {
  const lane = { strategy: choice, choice, roles: { default: 'small', planner: 'big' } }
  expect(laneUse(lane, settings, 'Reflection')).toEqual({ kind: 'pick', pick: choice })
})

test('other models are carried by a preset', () => {
  const lane = {
    strategy: choice,
    choice: { name: 'conversation', options: {}, inner: choice },
    roles: { default: 'big' },
  }
  const use = laneUse(lane, settings, 'Reflection, Big')
  expect(use).toMatchObject({
    kind: 'preset',
    preset: { name: 'Reflection, Big', strategy: choice, roles: { default: 'big' } },
  })
})

test('rules pick anew for each message, so they are kept as they are', () => {
  const lane = { strategy: { auto: true } as const, choice, roles: { default: 'big' } }
  expect(laneUse(lane, settings, 'Auto')).toEqual({ kind: 'pick', pick: { auto: true } })
})
