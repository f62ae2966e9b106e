import { expect, test } from 'vitest'
import { expandPrompt, hasCommands, slashOf, takesArguments } from '../../../src-shared/prompt-files/prompt-file.ts'

test.each([
  ['Review $ARGUMENTS now', 'a b', 'Review a b now'],
  ['From $1 to $2.', 'x "two words" z', 'From x to two words.'],
  ['Only $1|$2', 'x', 'Only x|'],
  ['No place', 'a b', 'No place\n\na b'],
  ['No place', ' ', 'No place'],
  ['$ARGUMENTS and $1', '$2 $1', '$2 $1 and $2'],
  ['Costs $10, $ARGUMENTS_X', 'a', 'Costs $10, $ARGUMENTS_X\n\na'],
  ['Costs $150, $3.50 or $5,000; do $1.', 'x', 'Costs $150, $3.50 or $5,000; do x.'],
  ['$ARGUMENTS[1], then $ARGUMENTS[0]; $ARGUMENTS[7]', 'a b', 'b, then a; '],
  ['$1/$2', "'it is' \"open", 'it is/open'],
])('%j with %j is %j', (text, typed, expected) => {
  expect(expandPrompt(text, typed)).toBe(expected)
})

test('placeholders and commands are recognized', () => {
  expect(['$ARGUMENTS', '$3', '$0', '$12', 'US$'].map(takesArguments)).toEqual([true, true, false, false, false])
  expect(['See !`git diff`', '!`ls`', 'a!`b`', '! `ls`'].map(hasCommands)).toEqual([true, true, false, false])
})

test.each([
  ['/review', { name: 'review', typed: '' }],
  ['/team/review src a\nb ', { name: 'team/review', typed: 'src a\nb' }],
  ['/修正+1 a', { name: '修正+1', typed: 'a' }],
  ['/', null],
  [' /review', null],
  ['say /review', null],
])('%j begins with %j', (message, expected) => {
  expect(slashOf(message)).toEqual(expected)
})
