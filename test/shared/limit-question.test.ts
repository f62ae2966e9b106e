import { expect, it } from 'vitest'
import {
  isLimitPath,
  limitDecision,
  limitPath,
  limitQuestion,
  suggestedMore,
} from '../../src-shared/run/limit-question.ts'

it('suggests about a third more, in one figure, and enough to continue', () => {
  expect(suggestedMore('cost', 2.7, 3, 0.9)).toBe(1)
  expect(suggestedMore('cost', 0.046, 0.05, 0.9)).toBe(0.02)
  expect(suggestedMore('tokens', 90_000, 100_000, 0.9)).toBe(40_000)
  expect(suggestedMore('tokens', 300_000, 100_000, 0.9)).toBe(400_000)
  expect(suggestedMore('wallMs', 540_000, 600_000, 0.9)).toBe(4 * 60_000)
  expect(suggestedMore('modelCalls', 1, 1, 0.9)).toBe(1)
})

it.each([
  ['cost', 2.7, 3, 1, '$2.70 of its limit of $3.00', '$1.00 more'],
  ['tokens', 91_000, 100_000, 40_000, '91,000 tokens of its limit of 100,000 tokens', '40,000 tokens more'],
  ['wallMs', 540_000, 600_000, 240_000, '9 min of its limit of 10 min', '4 min more'],
  ['bytes', 900_000, 1_000_000, 2_000_000, '0.9 MB of its limit of 1 MB', '2 MB more'],
  ['rounds', 50, 50, 50, '50 rounds of its limit of 50 rounds', '50 rounds more'],
] as const)('of %s is asked and answered in the unit that people read', (name, used, limit, more, says, option) => {
  const question = limitQuestion(name, used, limit, more)
  expect(question.question).toContain(says)
  expect(question.options).toEqual(['Wrap up', 'Stop', option])
  for (const answer of question.options.slice(2))
    expect(limitDecision({ name, more }, answer)).toEqual({ kind: 'more', by: more })
})

it.each([
  ['+2', { kind: 'more', by: 120_000 }],
  ['1.5 min more', { kind: 'more', by: 90_000 }],
  ['1,000', { kind: 'more', by: 60_000_000 }],
  ['Stop', { kind: 'stop' }],
  ['please stop here', { kind: 'stop' }],
  ['Wrap up', { kind: 'wrap-up' }],
  ['0', { kind: 'wrap-up' }],
  ['', { kind: 'wrap-up' }],
])('%j is understood', (answer, decision) => {
  expect(limitDecision({ name: 'wallMs', more: 60_000 }, answer)).toEqual(decision)
})

it('has a path that no step of a strategy has', () => {
  for (const place of ['before', 'after'] as const)
    for (const repeated of [0, 1]) {
      expect(isLimitPath(limitPath('2.0/1.3', place, repeated))).toBe(true)
      expect(isLimitPath(limitPath('', place, repeated))).toBe(true)
    }
  for (const path of ['', '3', '2.0/1.3', '1.ask']) expect(isLimitPath(path)).toBe(false)
})
