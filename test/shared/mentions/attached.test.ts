import { expect, test } from 'vitest'
import { hasAttached, mentionsIn, withAttached, writtenOf } from '../../../src-shared/mentions/attached.ts'

test.each([
  ['See @src/a.ts, and @src/a.ts.', ['src/a.ts']],
  ['(@diff) @"my file.txt" @src/', ['diff', 'my file.txt', 'src/']],
  ['ada@example.org', []],
  ['```ts\n@Override\n```\n@real', ['real']],
  ['Ask @ada: @run:run_1!', ['ada', 'run:run_1']],
])('%j mentions %j', (message, expected) => {
  expect(mentionsIn(message)).toEqual(expected)
})

test('what was written is told from what was attached', () => {
  const sent = withAttached('Look.', ['One', 'Two'])
  expect(sent).toContain('One\n\nTwo')
  expect([writtenOf(sent), writtenOf('Look.'), withAttached('Look.', [])]).toEqual(['Look.', 'Look.', 'Look.'])
  expect([hasAttached(sent), hasAttached('Look.')]).toEqual([true, false])
})
