import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type Hunk, hunksOf, linesOf, stateOf, withHunks } from '../../src-main/workspace/merge/merge-hunks.ts'

/** Runs git in a folder of its own; answers its output byte for byte, whatever its exit code. */
function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'stratagem-hunks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), Buffer.from(text, 'latin1'))
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: folder, encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch (thrown) {
      if (thrown instanceof Error && 'stdout' in thrown) return String(thrown.stdout)
      throw thrown
    }
  }
  return { write, git }
}

const line = fc.constantFrom('a', 'b', 'c', 'd', '', 'a\r', '\xe9', '@@ -1 +1 @@', '-', '+')
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([some, ended]) => some.join('\n') + (ended && some.length > 0 ? '\n' : ''))

/** A text with a few lines of it replaced, taken away or added. */
const editOf = (base: string) =>
  fc
    .array(fc.record({ at: fc.nat(12), gone: fc.nat(2), more: fc.array(line, { maxLength: 2 }) }), { maxLength: 2 })
    .map((edits) => {
      const lines = base.split('\n')
      for (const { at, gone, more } of edits) lines.splice(Math.min(at, lines.length - 1), gone, ...more)
      return lines.join('\n')
    })
const three = text.chain((base) => fc.tuple(fc.constant(base), editOf(base), editOf(base)))

test("merging by hunk gives what git's own three-way merge gives, wherever that finds no conflict", () => {
  const { write, git } = scratch()
  let clean = 0
  fc.assert(
    fc.property(three, ([base, theirs, ours]) => {
      write('base', base)
      write('theirs', theirs)
      write('ours', ours)
      // Where a change could stand at several places, git's merge takes another than its diff does by default.
      const diff = (other: string, context: number): Hunk[] =>
        hunksOf(git('diff', '--no-index', '--text', '--no-indent-heuristic', `-U${context}`, 'base', other))
      const moved = diff('ours', 0).flatMap((hunk) => hunk.changes)
      const hunks = diff('theirs', 3)
      const all = withHunks(ours, hunks, moved)
      expect(withHunks(base, hunks, [])).toBe(theirs)
      if (hunks.some((hunk) => stateOf(hunk, moved) === 'conflict')) return
      clean += 1
      expect(all).toBe(git('merge-file', '-p', '-q', 'ours', 'base', 'theirs'))
    }),
    { numRuns: 100 },
  )
  expect(clean).toBeGreaterThan(10)
})

test('lines hold their own ends', () => {
  expect(linesOf('a\r\n\nb')).toEqual(['a\r\n', '\n', 'b'])
  expect(linesOf('')).toEqual([])
})
