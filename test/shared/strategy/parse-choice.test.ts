import { expect, it } from 'vitest'
import { parseChoice } from '../../../src-shared/strategy/parse-choice.ts'

const opencode = { name: 'agent', options: { agent: 'opencode' } }

it.each([
  ['tool-loop', { name: 'tool-loop', options: {} }],
  ['retry( tool-loop )', { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } }],
  ['agent:opencode', opencode],
  ['best-of-n(agent:opencode)', { name: 'best-of-n', options: {}, inner: opencode }],
  ['retry(tdd(agent:opencode))', { name: 'retry', options: {}, inner: { name: 'tdd', options: {}, inner: opencode } }],
  // Refused by the registry, which knows the names.
  ['agent:', { name: 'agent:', options: {} }],
  ['retry(', { name: 'retry(', options: {} }],
  ['retry()', { name: 'retry()', options: {} }],
])('reads %s', (label, choice) => {
  expect(parseChoice(label)).toEqual(choice)
})

it('gives the options to the innermost strategy, where they go before the name of the agent', () => {
  expect(parseChoice('best-of-n(agent:opencode)', { model: 'large' }).inner?.options).toEqual({
    agent: 'opencode',
    model: 'large',
  })
})
