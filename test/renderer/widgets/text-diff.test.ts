import { expect, test } from 'vitest'
import { diffRows } from '../../../src-renderer/widgets/diff/diff-rows.ts'
import { textPatch } from '../../../src-renderer/widgets/diff/text-diff.tsx'

test('two texts are compared line by line', () => {
  const { text, isWhole } = textPatch('a\nb\nc', 'a\nx\nc')
  expect(isWhole).toBe(false)
  expect(diffRows(text).map((row) => [row.kind, row.text])).toEqual([
    ['context', 'a'],
    ['removed', 'b'],
    ['added', 'x'],
    ['context', 'c'],
  ])
})

test('texts with too many differences are shown one after the other, whole', () => {
  const lines = (word: string) => Array.from({ length: 50_000 }, (_, at) => `${word} ${at}`).join('\n')
  const { text, isWhole } = textPatch(lines('old'), lines('new'))
  expect(isWhole).toBe(true)
  const rows = diffRows(text)
  expect(rows).toHaveLength(100_000)
  expect(rows[0]).toEqual({ kind: 'removed', old: 1, new: null, text: 'old 0' })
  expect(rows.at(-1)).toEqual({ kind: 'added', old: null, new: 50_000, text: 'new 49999' })
})
