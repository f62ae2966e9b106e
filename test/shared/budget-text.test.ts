import { expect, test } from 'vitest'
import { budgetText } from '../../src-shared/run/budget-text.ts'
import { defaultBudget } from '../../src-shared/strategy/task.ts'

test('limits are said in a line, and those that are not set are left out', () => {
  expect(budgetText(defaultBudget)).toBe('2000 steps, 200 model calls, 500 tool calls, 256 MB in its log, 4 h 0 min')
  const { bytes: _, ...before } = { ...defaultBudget, steps: null, cost: 2 }
  expect(budgetText(before)).toBe('200 model calls, 500 tool calls, $2, 256 MB in its log, 4 h 0 min')
  const none = { steps: null, modelCalls: null, toolCalls: null, tokens: null, cost: null, wallMs: null, bytes: null }
  expect(budgetText({ ...none, soft: 0.9 })).toBe('none')
})
