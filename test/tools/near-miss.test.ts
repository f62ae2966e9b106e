import { expect, test } from 'vitest'
import { nearMiss } from '../../src-main/tools/text/near-miss.ts'

const file = 'first\r\nif (a)  {\r\n\tgo()\r\n}\r\nlast line\r\n'

test('lines that differ only in white space are found, and shown as they are in the file', () => {
  expect(nearMiss(file, 'if (a) {\n    go()\n}\n')).toBe(
    'Lines 2 to 4 of the file differ from it only in white space (the file indents with tabs, the old text with spaces). The file has:\nif (a)  {\n\tgo()\n}',
  )
  expect(nearMiss('a\n b\na\nb', 'a\nb')).toContain('Lines 1 to 2 of the file (and 1 more place)')
})

test.each([
  ['def f():   \n  x\n', 'def f():\n  x\n', 'lines of the file end with some'],
  ['def f():\n  x\n', 'def f(): \n  x\n', 'lines of the old text end with some'],
  ['  a\n    b\n', '  a\n  b\n', 'the file indents further'],
  ['a\n b\n', 'a\n   b\n', 'the file indents less far'],
  ['a\n  \nb\n', 'a\n\nb\n', 'an empty line has some in the file'],
  ['a\n\nb\n', 'a\n\t\nb\n', 'an empty line has none in the file'],
])('in which white space %j differs from %j is said', (text, wanted, says) => {
  expect(nearMiss(text, wanted)).toContain(`differ from it only in white space (${says}).`)
})

test('a single line may be a part of a line of the file', () => {
  expect(nearMiss(file, 'if  (a)')).toBe(
    'Line 2 of the file seems meant: parts of it differ from it only in white space. The file has:\nif (a)  {',
  )
})

test('a text that only begins like the file is shown where it goes on differently', () => {
  expect(nearMiss(file, '\nif (a) {\nstop()')).toBe(
    'It begins like line 2 of the file but differs from line 3 on. The file has there:\nif (a)  {\n\tgo()',
  )
  expect(nearMiss(file, 'unlike\nthis')).toBe(
    'Nothing in the file is like it. Read the file again and copy the text from there.',
  )
})

test('a long text is looked for everywhere in a file of equal lines', () => {
  const lines = 'a  b\n'.repeat(100_000)
  expect(nearMiss(`${lines}c`, `${'a b\n'.repeat(50_000)}c`)).toContain('Lines 50001 to 100001 of the file')
  expect(nearMiss(lines, `${'a b\n'.repeat(50_000)}c`)).toContain('Nothing in the file is like it.')
})
