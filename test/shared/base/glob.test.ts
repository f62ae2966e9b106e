import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coversPath, exactGlob, matchesGlob, reachesInto } from '../../../src-shared/base/glob.ts'

test.each([
  ['*.js', 'a.js', true],
  ['*.js', 'src/deep/a.js', true],
  ['*.js', 'a.jsx', false],
  ['/*.js', 'src/a.js', false],
  ['src/*.js', 'src/a.js', true],
  ['src/*.js', 'src/deep/a.js', false],
  ['src/*.js', 'lib/src/a.js', false],
  ['src/**/*.js', 'src/a.js', true],
  ['src/**/*.js', 'src/x/y/a.js', true],
  ['**/test/**', 'a/test/b.js', true],
  ['**/test/**', 'test/b.js', true],
  ['test/**', 'test', false],
  ['test/', 'test/a/b', true],
  ['test', 'src/test', true],
  ['**', 'a/b', true],
  ['a?c', 'abc', true],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['*.{ts,tsx}', 'a.tsx', true],
  ['{src,test}/**/*.{js,ts}', 'test/x/a.ts', true],
  ['*.test.*', 'a.test.js', true],
  ['./src/*', 'src/a', true],
  ['a[', 'a[', true],
  ['app/[slug]/*', 'app/[slug]/a', true],
  ['app/[slug]/*', 'app/s/a', true],
  ['app/[slug]/*', 'app/x/a', false],
  ['[[...all]].[jt]s', '[[...all]].ts', true],
  ['caf\u00E9', 'cafe\u0301', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
])('%s and %s: %s', (glob, path, matches) => {
  expect(matchesGlob(glob, path)).toBe(matches)
})

test.each([
  ['migrations', 'db/migrations/1.sql', true],
  ['src/*.d', 'src/a.d/x', true],
  ['src/*', 'src/deep/a', false],
  ['db/migrations', 'x/db/migrations/a', false],
])('%s covers %s: %s', (glob, path, covers) => {
  expect(coversPath(glob, path)).toBe(covers)
})

test.each([
  ['app/[slug]/**', 'app/[slug]', true],
  ['app/[slug]/page.tsx', 'app', true],
  ['app/**', 'lib', false],
  ['**/x', 'lib', false],
  ['app', 'app', false],
])('%s reaches into %s: %s', (glob, folder, reaches) => {
  expect(reachesInto(glob, folder)).toBe(reaches)
})

test('a glob made of a path matches that path and no other', () => {
  const name = fc.string({
    minLength: 1,
    maxLength: 6,
    unit: fc.constantFrom('a', 'b', '*', '?', '[', ']', '{', '}', ',', '\\', '.', '-', '!'),
  })
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
  fc.assert(
    fc.property(path, path, (one, other) => {
      fc.pre(!/(^|\/)\.\.?(\/|$)/.test(one) && !/(^|\/)\.\.?(\/|$)/.test(other))
      expect(matchesGlob(exactGlob(one), one)).toBe(true)
      expect(matchesGlob(exactGlob(one), other)).toBe(one === other)
    }),
    { numRuns: 1000 },
  )
})

test('a glob of many stars is no trap', () => {
  expect(matchesGlob(`${'*a'.repeat(500)}b`, 'a'.repeat(4000))).toBe(false)
  expect(matchesGlob(`${'**/a/'.repeat(200)}b`, 'a/'.repeat(2000))).toBe(false)
})

test('globs of many stars match what they say, in time that grows with their length', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 24 })
  const names = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(letters, names, (glob, name) => {
      // A file name that begins with two stars is another thing.
      const plain = glob.replace(/\*+/g, '*')
      const pattern = new RegExp(`^${plain.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}$`)
      expect(matchesGlob(plain, name)).toBe(pattern.test(name))
    }),
  )
  const stars = `${'*a'.repeat(300)}b`
  for (let at = 0; at < 200; at++) expect(matchesGlob(`${'{a,b}'.repeat(20)}${stars}`, 'a'.repeat(250))).toBe(false)
  expect(matchesGlob(`${'*a'.repeat(200)}*`, 'a'.repeat(250))).toBe(true)
  expect(matchesGlob(`${'**/'.repeat(300)}x`, 'a/b/x')).toBe(true)
})
