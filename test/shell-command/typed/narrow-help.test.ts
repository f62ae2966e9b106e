import { expect, test } from 'vitest'
import { usageOf } from '../../../src-main/shell-command/arguments/usage.ts'
import { columnsOf, wrapUsage } from '../../../src-main/shell-command/arguments/wrap-usage.ts'

const words = (text: string) => text.split(/\s+/)

test.each([40, 60, 80, 100])('the help fits a terminal of %i columns, and loses no word', (width) => {
  const whole = usageOf(null)
  const wrapped = wrapUsage(whole, width)
  const tooLong = wrapped.split('\n').filter((line) => line.length > width)
  // A word that is longer stays whole.
  expect(tooLong.filter((line) => words(line.trim()).length > 1)).toEqual([])
  expect(words(wrapped)).toEqual(words(whole))
})

test('an option has its text beside it, or below it where that is narrow', () => {
  const text =
    '  --file FILE              reads the message\n                           from a file\n  --json   as JSON'
  expect(wrapUsage(text, 200)).toBe(text)
  expect(
    wrapUsage(`${text}${' x'.repeat(40)}`, 70)
      .split('\n')
      .slice(0, 2),
  ).toEqual([
    '  --file FILE              reads the message from a file',
    '  --json                   as JSON x x x x x x x x x x x x x x x x x x',
  ])
  expect(wrapUsage(text, 30)).toBe('  --file FILE\n      reads the message from a\n      file\n  --json\n      as JSON')
})

test('the width is that of the environment if there is no terminal', () => {
  expect([columnsOf({ COLUMNS: '40' }), columnsOf({ COLUMNS: 'x' }), columnsOf({})]).toEqual([40, null, null])
})
