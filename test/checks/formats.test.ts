import { expect, it } from 'vitest'
import { findHandMade } from './check-formats.ts'

it.each([
  "(count === 1 ? '' : 's')",
  "(count === 1 ? 'step' : 'steps')",
  "count === 1 ? '1 step' : `steps: ` + count",
  'ms.toFixed(1)',
  "names.join(' and ')",
])('%s is found as made by hand', (line) => {
  expect(findHandMade('src-shared/run/text.ts', `const a = 1\n${line}\n`)).toEqual([
    expect.stringMatching(/^src-shared\/run\/text\.ts:2 makes a (plural|number|list) by hand/),
  ])
  expect(findHandMade('src-shared/base/format.ts', line)).toEqual([])
})

it.each(['step === 1 ? -1 : count', "parts.join(', ')"])('%s is let pass', (line) => {
  expect(findHandMade('src-shared/run/text.ts', line)).toEqual([])
})
