import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFilePlaces, parseFilePlace } from '../../src-shared/workspace/file-places.ts'

const named = (text: string) =>
  findFilePlaces(text).map(({ path, line, column, start, end }) => [path, line, column, text.slice(start, end)])

test.each([
  ['see src/cart.js:19:5.', [['src/cart.js', 19, 5, 'src/cart.js:19:5']]],
  ['src/cart.js:19: TypeError', [['src/cart.js', 19, null, 'src/cart.js:19']]],
  ['src/a.ts(12,5): error TS2304', [['src/a.ts', 12, 5, 'src/a.ts(12,5)']]],
  ['File "app/main.py", line 7, in f', [['app/main.py', 7, null, 'app/main.py", line 7']]],
  ['at f (/home/ada/p/src/a.ts:3:1)', [['/home/ada/p/src/a.ts', 3, 1, '/home/ada/p/src/a.ts:3:1']]],
  ['docs/a.md#L4', [['docs/a.md', 4, null, 'docs/a.md#L4']]],
  [
    './a.js and ../b.js',
    [
      ['./a.js', null, null, './a.js'],
      ['../b.js', null, null, '../b.js'],
    ],
  ],
  ['Edit `package.json`.', [['package.json', null, null, 'package.json']]],
  [
    'the Makefile, .gitignore',
    [
      ['Makefile', null, null, 'Makefile'],
      ['.gitignore', null, null, '.gitignore'],
    ],
  ],
  ['C:\\p\\src\\a.ts:3', [['C:\\p\\src\\a.ts', 3, null, 'C:\\p\\src\\a.ts:3']]],
  ['größe/maß.ts:2', [['größe/maß.ts', 2, null, 'größe/maß.ts:2']]],
  ['It ends. Nothing 1.2.3 v2.0 here and/or there', []],
  ['https://example.com/a/b.js:3', []],
])('in %j the files are found with their lines', (text, expected) => {
  expect(named(text)).toEqual(expected)
})

test('a text that is one name is a whole place; a command is not', () => {
  expect(parseFilePlace('src/cart.js')).toMatchObject({ path: 'src/cart.js', line: null })
  expect(parseFilePlace('cat src/cart.js')).toBeNull()
})

test('whatever the text, places are in order, do not overlap, and name what stands there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const places = findFilePlaces(text)
      expect(places.filter(({ start }, at) => start < (places[at - 1]?.end ?? 0))).toEqual([])
      expect(places.filter(({ start, end, path }) => !text.slice(start, end).includes(path))).toEqual([])
    }),
  )
})

test('a long line without spaces is searched in time that does not grow with its square', () => {
  const steps = (length: number) => findFilePlaces(`${'a/'.repeat(length)}!`).length
  expect(steps(90_000)).toBe(0)
})
