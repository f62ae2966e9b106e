import { readFileSync } from 'node:fs'
import path from 'node:path'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const home = 'src-shared/base/format.ts'

/** Not text that people read. */
const exceptions = [
  // A number that is computed with.
  'src-main/model/demo/own-tools.ts',
  // A prompt: other words would be another request.
  'src-main/strategy/loop/final-answer.ts',
  // The number in a file's name, and the range in a patch.
  'src-main/host/presets/project-presets.ts',
  'src-main/tools/text/unified-diff.ts',
]

const byHand: { readonly [what: string]: RegExp } = {
  'a plural': /=== '?1'? \? \(?('[^']*'|`[^`]*`) : ('[^']*[a-z]'|`[^`]*`)/,
  'a number': /\.toFixed\(|new Intl\.(NumberFormat|PluralRules)/,
  'a list': /new Intl\.ListFormat|\.join\(['`] (and|or) ['`]\)/,
}

const foundIn = (text: string): string[] =>
  Object.entries(byHand).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))

describe('numbers, plurals and lists', () => {
  it('are made in one place', () => {
    const files = globSync('src-*/**/*.{ts,tsx}', { cwd: root }).filter((file) => ![home, ...exceptions].includes(file))
    expect(files.length).toBeGreaterThan(1000)
    const found = files.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => foundIn(line).map((what) => `${file}:${at + 1} makes ${what} by hand`)),
    )
    expect(found).toEqual([])
  })

  it.each([
    "(count === 1 ? '' : 's')",
    "(count === 1 ? 'step' : 'steps')",
    "count === 1 ? '1 step' : `steps: ` + count",
    'ms.toFixed(1)',
    "names.join(' and ')",
  ])('%s is found', (line) => expect(foundIn(line)).toHaveLength(1))
})
