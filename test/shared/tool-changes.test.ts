import { expect, test } from 'vitest'
import { changedFiles, toolChanges } from '../../src-renderer/run/tool-changes.ts'
import type { EventBody } from '../../src-shared/run/event.ts'
import { runOf, toolEnd, toolStart } from '../kit/fake-host/timeline-scene.ts'

const patch = (head: string, hunk: string) => `${head}\n${hunk}\n`
const edited = (path: string, file: string, text: string, ok = true): EventBody => {
  const end = toolEnd(path, ok)
  const body = { kind: 'diff', path: file, patch: text, added: 2, removed: 1 } as const
  return end.type === 'tool-end' ? { ...end, body } : end
}

test('edits of one file stand together, new files are new, failed edits are none', () => {
  const first = patch('--- a/b.js\n+++ b/b.js', '@@ -1 +1,2 @@\n-x\n+y\n+z')
  const second = patch('--- a/b.js\n+++ b/b.js', '@@ -9 +9 @@\n-p\n+q')
  const run = runOf(
    [0, toolStart('0', 'edit')],
    [1, edited('0', 'b.js', first)],
    [2, toolStart('1', 'edit')],
    [3, edited('1', 'b.js', second)],
    [4, toolStart('2', 'edit')],
    [5, edited('2', 'a.js', patch('--- /dev/null\n+++ b/a.js', '@@ -0,0 +1 @@\n+n'))],
    [6, toolStart('3', 'edit')],
    [7, edited('3', 'c.js', first, false)],
  )
  const { files } = toolChanges(run)
  expect(files.map(({ path, kind, added }) => [path, kind, added])).toEqual([
    ['a.js', 'added', 2],
    ['b.js', 'changed', 4],
  ])
  expect(files[1]?.patch).toBe(`${first}@@ -9 +9 @@\n-p\n+q\n`)
})

test('a run’s files have figures if they add up to what it changed; candidates that were not applied do not count', () => {
  const text = patch('--- a/b.js\n+++ b/b.js', '@@ -1 +1,2 @@\n-x\n+y\n+z')
  const candidates = runOf(
    [0, toolStart('0/0', 'edit')],
    [1, edited('0/0', 'b.js', text)],
    [2, toolStart('0/1', 'edit')],
    [3, edited('0/1', 'b.js', text)],
  )
  const figures = (files: number, added: number, removed: number) =>
    changedFiles(candidates, { files, added, removed })?.map((file) => [file.path, file.added, file.removed])
  expect(figures(1, 4, 2)).toEqual([['b.js', 4, 2]])
  expect(figures(1, 2, 1)).toEqual([['b.js', 2, 1]])
  expect(figures(2, 5, 1)).toBeUndefined()
})
