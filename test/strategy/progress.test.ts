import { expect, test } from 'vitest'
import { outcomeOf } from '../../src-main/strategy/outcome.ts'
import { canContinue, innerProgress, noProgress, plus } from '../../src-main/strategy/parts/progress.ts'
import type { Failure } from '../../src-shared/base/failure.ts'
import { task } from '../kit/agent/agent-replies.ts'

const failure: Failure = { kind: 'strategy-gave-up', message: 'It gave up.', advice: 'Try again.' }
const message = { role: 'user', text: 'Go.' } as const
const entry = { tool: 'shell', ok: true, error: null, durationMs: 1 }

test('progress grows by messages and calls, and the last text that was said stands', () => {
  const one = plus(noProgress, { text: 'First.', added: [message], calls: [entry] })
  const two = plus(one, { text: '', added: [message], calls: [entry] })
  expect(two).toEqual({
    text: 'First.',
    added: [message, message],
    calls: [entry, entry],
    outOfBudget: false,
    failure: null,
  })
  expect(plus(two, { text: 'Second.' }).text).toBe('Second.')
})

test('a spent budget and a failure end it, and nothing later takes them back', () => {
  expect(canContinue(noProgress)).toBe(true)
  expect(canContinue(plus(plus(noProgress, { outOfBudget: true }), { outOfBudget: false }))).toBe(false)
  expect(canContinue(plus(plus(noProgress, { failure }), { failure: null }))).toBe(false)
})

test('an inner strategy that a limit or the user ended leaves nothing to continue with', () => {
  const work = { text: 'Done.', added: [message], calls: [], meta: {} }
  const of = (more: object) => innerProgress(task(), outcomeOf(task(), { ...work, ...more }))
  expect(of({})).toEqual({ text: 'Done.', added: [message], calls: [], outOfBudget: false, failure: null })
  for (const more of [{ outOfBudget: true }, { stopped: true }, { ending: 'last-answer' }]) {
    expect(canContinue(of(more))).toBe(false)
  }
})
