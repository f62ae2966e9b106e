import { expect, test } from 'vitest'
import { changedWords, differences } from '../../../src-renderer/widgets/diff/changed-words.ts'
import { diffRows } from '../../../src-renderer/widgets/diff/diff-rows.ts'

const cut = (text: string, spans: readonly { from: number; to: number }[]) =>
  spans.map(({ from, to }) => text.slice(from, to))

test('two versions of a line differ in the words that were changed', () => {
  const [before, after] = ['  return total - discount(total)', '  return total - discountFrom(total, rate)']
  const { removed, added } = differences(before, after)
  expect(cut(before, removed)).toEqual(['discount'])
  expect(cut(after, added)).toEqual(['discountFrom', ', rate'])
})

test('changed words with only spaces between them are one part', () => {
  const { added } = differences('const a = one plus two', 'const a = three minus two')
  expect(added).toEqual([{ from: 10, to: 21 }])
})

test('lines with little in common, and very long ones, are not compared', () => {
  const none = { removed: [], added: [] }
  expect(differences('return sum', 'throw new RangeError("too much")')).toEqual(none)
  expect(differences(`${'a'.repeat(700)} b`, `${'a'.repeat(700)} c`)).toEqual(none)
})

test('lines that replace each other are compared in their order, within one change', () => {
  const rows = diffRows(`--- a/x
+++ b/x
@@ -1,5 +1,6 @@
-const one = 1
-const two = 2
+const one = 10
+const two = 20
+const three = 3
 const kept = true
-const old = yes
+const fresh = yes
`)
  const words = changedWords(rows)
  expect(rows.map((row) => cut(row.text, words(row)))).toEqual([
    ['1'],
    ['2'],
    ['10'],
    ['20'],
    [],
    [],
    ['old'],
    ['fresh'],
  ])
  // The same array each time, so that a line is drawn anew only if it changed.
  const [first] = rows
  if (first !== undefined) expect(words(first)).toBe(words(first))
})
