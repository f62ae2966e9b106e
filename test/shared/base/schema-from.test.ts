import { expect, test } from 'vitest'
import { schemaFrom } from '../../../src-shared/base/schema-from.ts'

const fits = (schema: Parameters<typeof schemaFrom>[0], value: unknown) => schemaFrom(schema).safeParse(value).success
const text = (more: object) => ({ type: 'object', properties: { x: { type: 'string', ...more } }, required: ['x'] })

test('a value is compared with what a schema says', () => {
  expect(fits(text({ maxLength: 3 }), { x: 'abc' })).toBe(true)
  expect(fits(text({ maxLength: 3 }), { x: 'abcd' })).toBe(false)
  expect(fits(text({}), {})).toBe(false)
  // A property of this name is no pattern.
  expect(fits({ type: 'object', properties: { pattern: { type: 'number' } } }, { pattern: 'x' })).toBe(false)
})

test('a pattern that takes for ever is not looked at; the rest is', () => {
  const endless = text({ pattern: '^(a+)+$', maxLength: 100 })
  expect(fits(endless, { x: `${'a'.repeat(60)}!` })).toBe(true)
  expect(fits(endless, { x: 'a'.repeat(101) })).toBe(false)
})

test('what can’t be compared in little time, or is not known here, allows every object', () => {
  const twice = (at: number) => [1, 2].map(() => ({ $ref: `#/$defs/a${at}` }))
  const parts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at + 1}`, { allOf: twice(at) }]))
  const doubled = { $ref: '#/$defs/a40', $defs: { ...parts, a0: { type: 'string' } } }
  const deep = JSON.parse(`${'{"not":'.repeat(5000)}{}${'}'.repeat(5000)}`)
  for (const schema of [doubled, deep, { patternProperties: { '^(a|a)*$': {} } }, { type: 'unheard-of' }]) {
    expect(fits(schema, { [`${'a'.repeat(60)}!`]: 1 })).toBe(true)
    expect(fits(schema, 'no object')).toBe(false)
  }
})
