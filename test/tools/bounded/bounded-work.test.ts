import { expect, test } from 'vitest'
import { z } from 'zod'
import { workBounded } from '../../../src-main/bounded/bounded-work.ts'

const page = z.object({ text: z.string(), cut: z.boolean() })
const textOf = (html: string, much: 'all' | 'beginning' = 'all', signal?: AbortSignal) =>
  workBounded({ kind: 'page-text', html, much }, page, { signal })
const wide = (digits: string) => `<table><tr><td colspan="${digits}">x</td></tr></table>`

test('a page is text, and spans of its cells count no more than a browser lets them', async () => {
  expect(await textOf('<h1>One</h1><p>Two')).toEqual({ kind: 'done', value: { text: 'One\n\nTwo', cut: false } })
  expect(await textOf(wide('100000'))).toEqual({ kind: 'done', value: { text: 'x', cut: false } })
  expect(await textOf('<div>'.repeat(400_000))).toMatchObject({ kind: 'done', value: { cut: true } })
})

test('what takes too long is ended, and the next job gets a thread', async () => {
  // The digits are written as character references, which no search for digits finds.
  expect(await textOf(wide('&#49;&#48;00000'))).toEqual({ kind: 'too-much' })
  expect(await textOf('<p>Still here')).toMatchObject({ kind: 'done' })
})

test('a Stop ends a job at once', async () => {
  const stop = new AbortController()
  const end = textOf(wide('&#49;&#48;00000'), 'all', stop.signal)
  stop.abort()
  expect(await end).toEqual({ kind: 'stopped' })
  // Also behind others.
  const others = [1, 2].map(() => textOf(wide('&#49;&#48;00000')))
  const later = new AbortController()
  const queued = textOf('<p>x', 'all', later.signal)
  later.abort()
  expect(await Promise.race([queued, ...others])).toEqual({ kind: 'stopped' })
  await Promise.all(others)
  expect(await textOf('<p>x', 'all', stop.signal)).toEqual({ kind: 'stopped' })
})

test('many jobs share two threads, and each is answered', async () => {
  const jobs = Array.from({ length: 20 }, (_, at) => workBounded({ kind: 'toml', text: `at = ${at}` }, z.unknown()))
  expect(await Promise.all(jobs)).toEqual(jobs.map((_, at) => ({ kind: 'done', value: { at } })))
})

const match = (schema: unknown, value: unknown) =>
  workBounded({ kind: 'schema-match', schema, value }, z.string().nullable())

test('a schema’s pattern, references and faults cost a job, not more', async () => {
  const evil = { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } }
  expect(await match(evil, { x: 'aaaa' })).toEqual({ kind: 'done', value: null })
  expect(await match(evil, { x: `${'a'.repeat(40)}!` })).toEqual({ kind: 'too-much' })
  expect(await match({ type: 'object', properties: { n: { $ref: '#/nowhere' } } }, { n: 1 })).toMatchObject({
    kind: 'done',
    value: expect.stringContaining('can’t be used'),
  })
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `a${at}`,
      at === 0 ? { type: 'object' } : { allOf: [1, 2].map(() => ({ $ref: `#/$defs/a${at - 1}` })) },
    ]),
  )
  expect(await match({ $defs: doubled, $ref: '#/$defs/a39' }, { x: 'y' })).toEqual({ kind: 'too-much' })
})

test('YAML of aliases of aliases, and TOML of very many values, are refused with a reason', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`),
  ]
  expect(await workBounded({ kind: 'yaml', text: bomb.join('\n'), failsafe: true }, z.unknown())).toMatchObject({
    kind: 'failed',
  })
  const many = `a = [${'1,'.repeat(300_000)}]`
  expect(await workBounded({ kind: 'toml', text: many }, z.unknown())).toEqual({
    kind: 'failed',
    why: 'it has more than 100,000 values',
    failure: null,
  })
})
