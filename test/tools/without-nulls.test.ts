import { expect, test } from 'vitest'
import { parseArguments } from '../../src-main/tools/arguments/parse-arguments.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'

const values = (text: string, parameters: JsonObject) => {
  const parsed = parseArguments({ name: 't', effect: 'command', parameters }, text)
  return parsed.ok ? parsed.values : parsed.problem
}
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

test.each<[string, JsonObject, unknown]>([
  ['of a list of types', { type: ['string', 'null'] }, null],
  ['of its own type', { type: 'null' }, null],
  ['of an alternative', { anyOf: [{ type: 'string' }, { type: 'null' }] }, null],
  ['of one of several', { oneOf: [{ type: 'string' }, { const: null }] }, null],
  ['of an enumeration', { enum: ['a', null] }, null],
  ['of OpenAPI', { type: 'string', nullable: true }, null],
  ['behind a reference', { $ref: '#/$defs/maybe' }, null],
  ['without a type', { description: 'anything' }, null],
  ['of a text', { type: 'string' }, undefined],
  ['of an enumeration without it', { type: 'string', enum: ['a'] }, undefined],
  ['of all of several', { allOf: [{ type: 'string' }, {}] }, undefined],
  ['of a reference that leads round and round', { $ref: '#/$defs/round' }, undefined],
])('null %s is kept where the schema allows it, and else left out', (_, schema, left) => {
  const defs = { maybe: { type: ['number', 'null'] }, round: { $ref: '#/$defs/round' } }
  const found = values('{"a":null,"b":1}', object({ a: schema, b: {} }, { $defs: defs }))
  expect(found).toEqual(left === null ? { a: null, b: 1 } : { b: 1 })
})

test('the same holds inside of objects and lists', () => {
  const inner = object({ keep: { type: ['string', 'null'] }, drop: { type: 'string' } })
  const parameters = object({ one: inner, many: { type: 'array', items: inner } })
  const given = { keep: null, drop: null }
  expect(values(JSON.stringify({ one: given, many: [given, null] }), parameters)).toEqual({
    one: { keep: null },
    many: [{ keep: null }, null],
  })
})

test('a field that the schema does not know keeps what it is if others are allowed', () => {
  expect(values('{"x":null}', { type: 'object' })).toEqual({ x: null })
  expect(values('{"x":null}', { type: 'object', additionalProperties: { type: ['string', 'null'] } })).toEqual({
    x: null,
  })
  expect(values('{"x":null}', object({}, { additionalProperties: false }))).toEqual({})
})

test('arguments of very many values or levels are refused before they are parsed', () => {
  expect(values(`{"a":[${'1,'.repeat(50_000)}1]}`, {})).toContain('more than 20,000 values')
  expect(values(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`, {})).toContain('nested too deeply')
  expect(values(JSON.stringify({ a: '[,{'.repeat(100_000) }), {})).toEqual({ a: '[,{'.repeat(100_000) })
})
