import { expect, test } from 'vitest'
import { changedText } from '../../src-main/shell-editor/whole-diff.ts'
import { unifiedDiff } from '../../src-main/tools/text/unified-diff.ts'

const long = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('')
const cases: readonly (readonly [name: string, before: string | null, after: string])[] = [
  ['two far changes', long, long.replace('line 2\n', 'two\n').replace('line 35\n', '')],
  ['a new file', null, 'all\nnew\n'],
  ['an emptied file', 'a\n', ''],
  ['a last line that loses its end', 'a\nb\n', 'a\nb'],
  ['a last line that gets an end', 'a\nb', 'a\nb\n'],
  ['other line ends', 'a\r\nb\r\n', 'a\r\nc\r\n'],
]

test.each(cases)('%s: whole texts, from the file before and the file after', (_, before, after) => {
  const { patch } = unifiedDiff('a.txt', before, after)
  const whole = { oldText: before, newText: after }
  expect(changedText(patch, before, 'forward')).toEqual(whole)
  expect(changedText(patch, after, 'backward')).toEqual(whole)
})

test('a file that is not as the diff says shows only what changed', () => {
  const { patch } = unifiedDiff('a.txt', 'a\nb\n', 'a\nc\n')
  const places = { oldText: 'a\nb\n', newText: 'a\nc\n' }
  expect(changedText(patch, 'something else\n', 'backward')).toEqual(places)
  expect(changedText(patch, null, 'forward')).toEqual(places)
})
