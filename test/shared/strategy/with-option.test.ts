import { expect, test } from 'vitest'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import { withOption } from '../../../src-shared/strategy/with-option.ts'

const retry = { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } }

test.each([
  [false, 'false'],
  [true, 'true'],
  [1, '1'],
  ['npm test', 'npm test'],
])('an option of text takes %j as the text that was typed', (value, text) => {
  expect(withOption(retry, 'check', value, strategyInfos())?.options).toEqual({ check: text })
})

test('other options keep their kind, also in an inner strategy', () => {
  expect(withOption(retry, 'maxRetries', 3, strategyInfos())?.options).toEqual({ maxRetries: 3 })
  expect(withOption(retry, 'maxTurns', 9, strategyInfos())?.inner?.options).toEqual({ maxTurns: 9 })
  expect(withOption(retry, 'restore', true, strategyInfos())?.options).toEqual({ restore: true })
})
