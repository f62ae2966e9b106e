import { expect, test } from 'vitest'
import { parseOutside } from '../../../src-shared/base/excess.ts'
import { withoutEnding } from '../../../src-shared/base/without-ending.ts'
import { mentionsIn } from '../../../src-shared/mentions/attached.ts'

test('JSON from outside is parsed unless it is too much at once', () => {
  expect(parseOutside('{"a":[1,"[[["]}')).toEqual({ a: [1, '[[['] })
  expect(() => parseOutside('{"a"')).toThrow(SyntaxError)
  expect(() => parseOutside(`[${'1,'.repeat(200_000)}1]`)).toThrow('it has more than 100,000 values')
  expect(() => parseOutside(`${'['.repeat(300)}${']'.repeat(300)}`)).toThrow('it is nested too deeply')
  expect(() => parseOutside('[1,2,3]', 2)).toThrow('it has more than 2 values')
})

test('characters at the end of a text are cut, and only there', () => {
  expect(withoutEnding('a.b!?.', '.!?')).toBe('a.b')
  expect(withoutEnding('..', '.')).toBe('')
  expect(withoutEnding(`${'.'.repeat(300_000)}x`, '.')).toHaveLength(300_001)
})

test('mentions are found in any message, up to a number that no person writes', () => {
  expect(mentionsIn('See @a.ts, @"b c.md" (@d/) and @a.ts.')).toEqual(['a.ts', 'b c.md', 'd/'])
  expect(mentionsIn(`@${'.'.repeat(300_000)}x`)).toEqual([`${'.'.repeat(300_000)}x`])
  expect(mentionsIn(`${'@a '.repeat(500_000)}@b`)).toEqual(['a'])
})
