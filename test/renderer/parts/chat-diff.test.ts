import { expect, test } from 'vitest'
import { diffRows, sideOf } from '../../../src-renderer/widgets/diff/diff-rows.ts'

const patch = `--- a/src/total.js
+++ b/src/total.js
@@ -1,3 +1,4 @@
 export function total(lines) {
-  return lines.reduce(sum, 0)
+  const exact = lines.reduce(sum, 0)
+  return round(exact)
 }
@@ -20,2 +21,1 @@
 const a = 1
-const b = 2
\\ No newline at end of file
`

test('rows carry both line numbers, and a rule where lines are left out', () => {
  expect(diffRows(patch).map((row) => [row.kind, row.old, row.new])).toEqual([
    ['context', 1, 1],
    ['removed', 2, null],
    ['added', null, 2],
    ['added', null, 3],
    ['context', 3, 4],
    ['hunk', null, null],
    ['context', 20, 21],
    ['removed', 21, null],
    ['note', null, null],
  ])
})

test('a hunk whose counts are wrong is read by its head', () => {
  const rows = diffRows('--- a/x\n+++ b/x\n@@ -10,9 +10,9 @@ function a()\n-a\n+b\n')
  expect(rows).toEqual([
    { kind: 'removed', old: 10, new: null, text: 'a' },
    { kind: 'added', old: null, new: 10, text: 'b' },
  ])
})

test('what is no diff is shown as it is, and nothing as nothing', () => {
  expect(diffRows('not a diff').map((row) => row.text)).toEqual(['not a diff'])
  expect(diffRows('')).toEqual([])
})

test('each side is the code of that side', () => {
  const rows = diffRows(patch)
  expect(sideOf(rows, 'old').text.split('\n')).toEqual([
    'export function total(lines) {',
    '  return lines.reduce(sum, 0)',
    '}',
    'const a = 1',
    'const b = 2',
  ])
  expect(sideOf(rows, 'new').lineOf).toEqual([0, -1, 1, 2, 3, -1, 4, -1, -1])
})
