import { expect, test } from 'vitest'
import { inColumns } from '../../src-main/shell-command/columns.ts'

const rows = [
  ['', 'A tool-loop', 'B chat'],
  ['time', '1 s', '12 ms'],
  ['tool calls', '3', '0'],
]

test('columns are as wide as their widest cell', () => {
  const beside = ['            A tool-loop  B chat', 'time        1 s          12 ms', 'tool calls  3            0']
  expect(inColumns(rows, null)).toEqual(beside)
  expect(inColumns(rows, 31)).toEqual(beside)
})

test('in a terminal that is too narrow the columns stand below each other, and no line is broken', () => {
  expect(inColumns(rows, 30)).toEqual([
    ...['A tool-loop', '  time        1 s', '  tool calls  3', ''],
    ...['B chat', '  time        12 ms', '  tool calls  0'],
  ])
})

test('a name with line feeds and tabs is one cell, and wide characters and marks keep columns straight', () => {
  expect(
    inColumns(
      [
        ['', 'one\ntwo', 'b'],
        ['時間', 'e\u0301', 'x\ty'],
      ],
      null,
    ),
  ).toEqual(['      one two  b', '時間  e\u0301        x y'])
})
