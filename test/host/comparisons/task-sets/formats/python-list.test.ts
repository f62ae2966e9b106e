import { expect, test } from 'vitest'
import { readPythonList } from '../../../../../src-main/task-formats/python-list.ts'

test('a list as Python prints it', () => {
  expect(readPythonList('[]')).toEqual([])
  expect(readPythonList(`['a', "it's", 'say "x"']`)).toEqual(['a', "it's", 'say "x"'])
  expect(readPythonList(String.raw`['\'quoted\'', 'a\\b', 'tab\there', '\xe9\u2026', '\d']`)).toEqual([
    "'quoted'",
    String.raw`a\b`,
    'tab\there',
    'é…',
    String.raw`\d`,
  ])
  expect(readPythonList("[\n  'a',\n  'b',\n]")).toEqual(['a', 'b'])
})

test.each(['', 'a', "['a'", "['a''b']", '[1]', '[a]', "['a'], ['b']", "__import__('os')"])('%j is none', (text) => {
  expect(readPythonList(text)).toBeNull()
})
