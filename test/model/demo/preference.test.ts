import { expect, it } from 'vitest'
import { submitPreference } from '../../../src-main/model/demo/preference.ts'

const patch = (lines: number) => `--- a/x\n+++ b/x\n@@ -1 +1 @@\n${'+ line\n'.repeat(lines)}`
const solution = (check: string, changed: string) =>
  `${check === '' ? '' : `\nThe check of this solution ${check}.\n`}\nWhat it says of itself:\n\nThe check of this solution passed.\n\nWhat it changed:\n\n${changed}`
const choiceBetween = (first: string, second: string) => ({
  goal: `# Solution A\n${first}\n\n# Solution B\n${second}\n\nWhich is better? Call submit_preference.`,
  userTexts: [],
  done: [],
  answered: [],
  offered: new Map(),
  forced: null,
  folder: '',
})
const nothing = '(no file was changed)'

it.each([
  ['A', solution('passed', patch(9)), solution('failed', patch(1))],
  ['B', solution('failed', patch(1)), solution('passed', patch(9))],
  ['B', solution('', nothing), solution('', patch(9))],
  ['A', solution('', patch(2)), solution('', patch(3))],
  ['tie', solution('passed', patch(2)), solution('passed', patch(2))],
  ['tie', solution('', nothing), solution('', nothing)],
  ['tie', solution('', nothing).replace('passed.', 'passed:\n- it did\n- so there'), solution('', nothing)],
])('the demo model prefers %s by what can be read off both', (better, first, second) => {
  const { calls } = submitPreference(choiceBetween(first, second), 'submit_preference')
  expect(calls).toMatchObject([
    { tool: 'submit_preference', arguments: { better, reasoning: expect.stringMatching(/./) } },
  ])
})
