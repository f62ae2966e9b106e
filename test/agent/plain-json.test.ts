import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainCopy } from '../../src-main/agent/plain-json.ts'

test('a copy is what comes back from JSON text, in the same order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = plainCopy(value, 'The value')
      expect(copy).toStrictEqual(JSON.parse(JSON.stringify(value)))
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
    }),
  )
})

test('fields that are undefined are left out, and zero has no sign', () => {
  expect(plainCopy({ a: undefined, b: [-0] }, 'The value')).toStrictEqual({ b: [0] })
})

test('a field may have any name', () => {
  const copy = plainCopy(JSON.parse('{"__proto__": {"a": 1}}'), 'The value')
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}')
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})

test.each([
  ['a number without end', { a: [1, Number.POSITIVE_INFINITY] }, '.a[1]'],
  ['a hole', { a: [undefined] }, '.a[0]'],
  ['a date', { when: new Date(0) }, '.when'],
  ['a function', { toJSON: () => 1 }, '.toJSON'],
])('%s is refused by its place', (_what, value, path) => {
  expect(() => plainCopy(value, 'The value')).toThrow(`The value is not plain JSON at \`${path}\``)
})
