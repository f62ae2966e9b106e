import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '../../src-main/tools/text/line-diff.ts'
import { unifiedDiff } from '../../src-main/tools/text/unified-diff.ts'

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 40 }), fc.boolean())
  .map(([lines, end]) => lines.join('\n') + (end && lines.length > 0 ? '\n' : ''))

test('a patch makes the old text the new one', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff('a.txt', before, after)
      if (before === after) expect(diff).toEqual({ patch: '', added: 0, removed: 0 })
      else expect(applyPatch(before, diff.patch)).toBe(after)
    }),
    { numRuns: 500 },
  )
})

test('a diff is no longer than it must be', () => {
  const differences = diffLines(['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'e'])
  expect(differences).toEqual([
    { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 1 },
    { oldStart: 4, oldEnd: 4, newStart: 3, newEnd: 4 },
  ])
})

test('texts that share nothing are replaced whole, however large', () => {
  const many = (mark: string) => Array.from({ length: 50_000 }, (_, i) => `${mark} ${i}`)
  expect(diffLines(many('old'), many('new'))).toEqual([{ oldStart: 0, oldEnd: 50_000, newStart: 0, newEnd: 50_000 }])
})
