import { describe, expect, it, test } from 'vitest'
import { findWithin, scoreIn } from '../../src-main/agent/limited-pattern.ts'

describe('the number in what a check prints', () => {
  it.each([
    ['# pass 12\n# fail 3', '^# pass (\\d+)$', 12],
    ['1\n2\n3', '\\d', 3],
    ['1,234.5 ms', '([\\d,.]+) ms', 1234.5],
    ['-3e2', '-?\\d+e\\d', -300],
    ['none', '\\d+', null],
    ['score: x', 'score: (\\w)', null],
    ['', '', null],
  ])('of %j by %j is %j', (output, pattern, score) => {
    expect(scoreIn(output, pattern)).toEqual({ score })
  })

  it('is looked for at the end of a long output', () => {
    expect(scoreIn(`score 1\n${'.'.repeat(300_000)}\nscore 2`, 'score (\\d)')).toEqual({ score: 2 })
  })

  it('is not known where the pattern goes back over the text again and again, or is none (T11)', () => {
    expect(scoreIn('a'.repeat(60), '(a+)+b')).toEqual({ score: null, scoreProblem: expect.stringMatching(/too long/) })
    expect(scoreIn('a', '(')).toEqual({ score: null, scoreProblem: expect.stringMatching(/not a regular expression/) })
  })
})

test('a pattern that is looked for in a message is ended by its limit too (T11)', () => {
  expect(findWithin(/(a+)+b/, 'a'.repeat(60))).toBe('too-slow')
  expect(findWithin(/b+/i, 'aBBa')).toEqual({ found: 'BB' })
})
