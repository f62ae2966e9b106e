import { expect, test } from 'vitest'
import { laneUse, leftOutLimits } from '../../../src-renderer/parts/lanes/lane-use.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'

const choice = { name: 'reflection', options: { rounds: 2 }, inner: { name: 'tool-loop', options: {} } }
const boundTo = (profileId: string) => ({ default: { profileId, profileName: profileId, model: profileId } })
const own = { temperature: null, reasoningEffort: null, bound: boundTo('small') }
const settings = { roles: { planner: 'big' }, defaultProfile: 'small' }

test('a lane with the usual models is its strategy with its options', () => {
  const lane = { strategy: choice, choice, roles: { default: 'small', planner: 'big' }, ...own }
  expect(laneUse(lane, settings, 'Reflection')).toEqual({ kind: 'pick', pick: choice })
})

test('other models are carried by a preset', () => {
  const lane = {
    strategy: choice,
    choice: { name: 'conversation', options: {}, inner: choice },
    roles: { default: 'big' },
    ...own,
  }
  const use = laneUse(lane, settings, 'Reflection, Big')
  expect(use).toMatchObject({
    kind: 'preset',
    preset: { name: 'Reflection, Big', strategy: choice, roles: { default: 'big' } },
  })
})

test('a temperature and a reasoning effort are carried by a preset, and an unset one is not', () => {
  const lane = {
    strategy: choice,
    choice,
    roles: { default: 'small' },
    ...own,
    temperature: 0.3,
    bound: boundTo('small~t0.3'),
  }
  expect(laneUse(lane, settings, 'Cool')).toMatchObject({ kind: 'preset', preset: { temperature: 0.3 } })
  expect(laneUse(lane, settings, 'Cool')).not.toHaveProperty('preset.reasoningEffort')
  const hard = { ...lane, temperature: null, reasoningEffort: 'high' as const, bound: boundTo('small~ehigh') }
  expect(laneUse(hard, settings, 'Hard')).toMatchObject({
    preset: { roles: { default: 'small' }, reasoningEffort: 'high' },
  })
})

test('of a lane that changes a preset, the preset’s models and temperature are kept', () => {
  const lane = { strategy: { preset: 'p' }, choice, roles: {}, temperature: null, reasoningEffort: 'low' as const }
  const bound = { ...boundTo('small~t0.7~elow'), planner: { profileId: 'big~t0.7~elow', profileName: '', model: '' } }
  expect(laneUse({ ...lane, bound }, settings, 'Own')).toMatchObject({
    preset: { roles: { default: 'small', planner: 'big' }, temperature: 0.7, reasoningEffort: 'low' },
  })
})

test('rules pick anew for each message, so they are kept as they are', () => {
  const lane = { strategy: { auto: true } as const, choice, roles: { default: 'big' }, ...own }
  expect(laneUse(lane, settings, 'Auto')).toEqual({ kind: 'pick', pick: { auto: true } })
})

test('limits of its own are named, since they stay with the settings', () => {
  const limits = { ...defaultBudget, cost: 2, tokens: 1000 }
  expect(leftOutLimits(limits, limits)).toBeUndefined()
  expect(leftOutLimits({ ...limits, atLimit: 'stop' }, limits)).toBeUndefined()
  expect(leftOutLimits({ ...limits, cost: 5, tokens: null }, limits)).toBe(
    'Not its limits (any number of tokens and $5): set them in Settings, Limits.',
  )
})
