import { expect, test } from 'vitest'
import { baseProfileId, profileOf, variantId, withEffort } from '../../../src-shared/settings/profile-variant.ts'
import { testProfile } from '../../kit/host/host-open.ts'

const profile = testProfile('http://127.0.0.1:1/v1', { temperature: 1, reasoningEffort: 'high' })
const get = (id: string) => (id === profile.id ? profile : undefined)
const same = { temperature: null, reasoningEffort: null }

test('a profile is had with another temperature and effort by its id alone, and keeps its key', () => {
  expect(variantId(profile.id, same)).toBe(profile.id)
  expect(profileOf(profile.id, get)).toBe(profile)
  const cold = variantId(profile.id, { ...same, temperature: 0 })
  expect(profileOf(cold, get)).toEqual({ ...profile, id: cold, temperature: 0 })
  const both = variantId(profile.id, { temperature: 0.35, reasoningEffort: 'low' })
  expect(profileOf(both, get)).toEqual({ ...profile, id: both, temperature: 0.35, reasoningEffort: 'low' })
  expect([cold, both].map(baseProfileId)).toEqual([profile.id, profile.id])
  // A lane of a preset that has a temperature of its own.
  expect(variantId(both, { temperature: 1, reasoningEffort: null })).toBe(`${profile.id}~t1~elow`)
  expect(profileOf('prof_gone~t0', get)).toBe(undefined)
})

test('an effort is chosen, changed and given up without touching the temperature', () => {
  expect(withEffort('prof_1', 'high')).toBe('prof_1~ehigh')
  expect(withEffort('prof_1~t0.3~ehigh', 'low')).toBe('prof_1~t0.3~elow')
  expect(withEffort('prof_1~t0.3~ehigh', null)).toBe('prof_1~t0.3')
})
