import { expect, test } from 'vitest'
import { linesWith, nextFound, parseFindQuery } from '../../../src-renderer/parts/files/find-in-file.ts'

test('a colon and a number is a line to go to; everything else are words', () => {
  expect(parseFindQuery(':120')).toEqual({ kind: 'line', line: 120 })
  expect(parseFindQuery(':')).toEqual({ kind: 'nothing' })
  expect(parseFindQuery('Total')).toEqual({ kind: 'words', words: 'total' })
})

test('matches are gone through in a circle, from the line where the reader is', () => {
  const found = linesWith(['Total', 'x', 'subtotal', 'total'], { kind: 'words', words: 'total' })
  expect(found).toEqual([1, 3, 4])
  expect([nextFound(found, 1, 1), nextFound(found, 4, 1), nextFound(found, 1, -1), nextFound([], 1, 1)]).toEqual([
    3,
    1,
    4,
    null,
  ])
})
