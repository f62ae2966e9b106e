import { expect, test } from 'vitest'
import { revertChoice } from '../../../../src-renderer/parts/changes/revert.ts'
import { hunkNames } from '../../../../src-renderer/widgets/diff/hunk-names.ts'
import type { MergeFile, MergeHunk } from '../../../../src-shared/workspace/merge.ts'

const planOf = (state: MergeFile['state'], hunks: readonly MergeHunk['state'][]) => ({
  base: 'after',
  theirs: 'before',
  ours: 'now',
  files: [
    {
      path: 'src/a.js',
      kind: 'changed' as const,
      binary: false,
      state,
      hunks: hunks.map((each, index) => ({ index, patch: '', state: each })),
    },
  ],
})
const file = { path: 'src/a.js', hunk: null }

test('a file as the run left it is taken back whole, a hunk of it alone', () => {
  expect(revertChoice(planOf('whole', ['clean', 'clean']), file)).toEqual({ path: 'src/a.js', take: 'theirs' })
  expect(revertChoice(planOf('whole', ['clean', 'clean']), { ...file, hunk: 1 })).toEqual({
    path: 'src/a.js',
    take: [1],
  })
})

test('what was edited since stays: only what is still as the run left it is taken back', () => {
  expect(revertChoice(planOf('moved', ['clean', 'conflict']), file)).toEqual({ path: 'src/a.js', take: [0] })
  for (const plan of [planOf('conflict', []), planOf('moved', ['conflict'])]) {
    expect(revertChoice(plan, file)).toHaveProperty('refused')
  }
  expect(revertChoice(planOf('moved', ['there']), file)).toEqual({
    refused: 'Nothing to revert: the files are already in their earlier state.',
  })
  expect(revertChoice(planOf('whole', ['clean']), { path: 'src/other.js', hunk: null })).toHaveProperty('refused')
})

test('hunks are named by the lines that they are now', () => {
  expect(hunkNames('--- a\n+++ b\n@@ -1,3 +1,4 @@\n x\n@@ -20 +21 @@ f()\n')).toEqual(['Lines 1–4', 'Line 21'])
})
