import { expect, test } from 'vitest'
import { splitBlocks } from '../../../src-renderer/widgets/markdown/blocks.ts'
import { afterMarks, plainReason } from '../../../src-renderer/widgets/markdown/plain-reason.ts'

test('what people write is drawn as Markdown', () => {
  const table = `| a | b | c | d |\n|-|-|-|-|\n${'| one | two | `three` | four |\n'.repeat(300)}`
  const prose = 'A **long** paragraph with [a link](x.md), `code` and _more_. '.repeat(300)
  expect([table, prose].map(plainReason)).toEqual([null, null])
})

test('what takes a parser for ever is not, and the reason is said', () => {
  expect(plainReason('word '.repeat(10_000))).toBe('Shown as plain text, because it is very long.')
  expect(plainReason('*a_b'.repeat(5000))).toBe('Shown as plain text, because it has very many marks.')
  expect(plainReason('> '.repeat(200))).toBe('Shown as plain text, because it is nested very deeply.')
  expect(afterMarks('a*b*c*d', 2)).toBe(5)
})

test('a long block of code stays code; headings without end are one block of text', () => {
  const code = `\`\`\`ts\n${'let a = [1] // *\n'.repeat(20_000)}\`\`\`\n`
  expect(splitBlocks(`Look:\n${code}`).blocks.map(({ kind }) => kind)).toEqual(['prose', 'code'])
  expect(splitBlocks('a\n-\n'.repeat(20_000)).blocks).toHaveLength(1)
})
