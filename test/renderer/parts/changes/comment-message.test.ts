import { expect, test } from 'vitest'
import { commentMessage } from '../../../../src-renderer/parts/changes/comment-message.ts'

const comment = { path: 'src/a.ts', side: 'new', from: 3, to: 3, code: ['  return 1'], text: ' Why 1? ' } as const

test('a comment becomes its file and line, the line, and what was said', () => {
  expect(commentMessage([comment])).toBe('A comment on the changes:\n\n`src/a.ts:3`\n>   return 1\n\nWhy 1?')
})

test('several are counted; ranges and lines that are gone are named, and long ranges are cut', () => {
  const code = Array.from({ length: 14 }, (_, at) => `line ${at}`)
  const text = commentMessage([comment, { ...comment, side: 'old', from: 5, to: 18, code }])
  expect(text).toContain('2 comments on the changes:')
  expect(text).toContain('`src/a.ts:5-18` (as it was before)\n> line 0\n')
  expect(text).toContain('> line 11\n> … 2 more lines\n')
})
