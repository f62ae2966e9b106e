import { describe, expect, it } from 'vitest'
import {
  profileFor,
  rolesOf,
  unwrapConversation,
  wrapInConversation,
} from '../../src-shared/strategy/resolve-choice.ts'
import { fakeStrategies } from '../kit/fake-host/fake-strategies.ts'

const chat = { name: 'chat', options: {} }

describe('a role’s profile', () => {
  const settings = { roles: { planner: 'kept' }, defaultProfile: 'usual' }
  const there = () => true

  it.each([
    ['the message’s own choice', { planner: 'own', default: 'main' }, 'own'],
    ['then the settings’ role', { default: 'main' }, 'kept'],
  ])('is %s', (_, chosen, profile) => expect(profileFor('planner', chosen, settings, there)).toBe(profile))

  it('is else the message’s default, then the settings’ default', () => {
    expect(profileFor('engineer', { default: 'main' }, settings, there)).toBe('main')
    expect(profileFor('engineer', {}, settings, there)).toBe('usual')
  })

  it('passes over a settings’ role whose profile is gone, but says what the message chose all the same', () => {
    const gone = () => false
    expect(profileFor('planner', { default: 'main' }, settings, gone)).toBe('main')
    expect(profileFor('planner', { planner: 'own' }, settings, gone)).toBe('own')
  })

  it('is by default never that of a role named so in the settings', () => {
    expect(profileFor('default', {}, { roles: { default: 'kept' }, defaultProfile: 'usual' }, there)).toBe('usual')
  })
})

it('roles are those of the whole nest, each once, the outer ones first', () => {
  const names = (choice: Parameters<typeof rolesOf>[0]) => rolesOf(choice, fakeStrategies).map(({ name }) => name)
  const inner = { name: 'plan-revise-execute', options: {} }
  expect(names(inner)).toEqual(['planner', 'evaluator', 'engineer'])
  expect(names({ ...inner, inner })).toEqual(names(inner))
  expect(names({ name: 'not-known', options: {}, inner })).toEqual(names(inner))
  expect(names(null)).toEqual([])
})

it('a choice is put into its conversation once, and taken out of it again', () => {
  const put = wrapInConversation(chat)
  expect(put).toEqual({ name: 'conversation', options: {}, inner: chat })
  expect(wrapInConversation(put)).toBe(put)
  expect(unwrapConversation(put)).toBe(chat)
  expect(unwrapConversation(chat)).toBe(chat)
})
