import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import { acceptableSchema } from '../../../src-shared/model/schemas/acceptable-schema.ts'
import { withOwnNames, withPlainNames } from '../../../src-shared/model/schemas/plain-names.ts'
import { plainSchema } from '../../../src-shared/model/schemas/plain-schema.ts'
import { oddTools } from '../../kit/strict/requests.ts'
import {
  anthropicSchemas,
  geminiSchemas,
  grammarSchemas,
  openAiSchemas,
  vertexSchemas,
} from '../../kit/strict/schema-rules.ts'

// The parameters of tools, as servers write them, made acceptable for the APIs of models.

const refusals = (schema: JsonObject, rules: typeof openAiSchemas) => {
  const body = { tools: [{ name: 'odd', input_schema: schema }] }
  return rules.map((rule) => rule.check(body)).filter((each) => each !== null)
}

describe('acceptable parameters', () => {
  it.each(oddTools)('of $name are taken by OpenAI and Anthropic, and plain ones by all', ({ parameters }) => {
    expect(refusals(acceptableSchema(parameters), [...openAiSchemas, ...anthropicSchemas])).toEqual([])
    const all = [...openAiSchemas, ...anthropicSchemas, ...geminiSchemas, ...vertexSchemas, ...grammarSchemas]
    expect(refusals(plainSchema(parameters), all)).toEqual([])
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['nothing', {}, { type: 'object', properties: {} }],
    [
      'a good schema as it is',
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'A.' } },
        required: ['a'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'A.' } },
        required: ['a'],
        additionalProperties: false,
      },
    ],
    [
      'either of two forms',
      {
        type: 'object',
        description: 'Get one.',
        anyOf: [
          { properties: { id: { type: 'string' } }, required: ['id'] },
          { properties: { url: { type: 'string' } }, required: ['url'] },
        ],
      },
      {
        type: 'object',
        description: 'Get one. Give id; or url.',
        properties: { id: { type: 'string' }, url: { type: 'string' } },
      },
    ],
    [
      'forms that have a field in common',
      {
        oneOf: [
          { properties: { kind: { const: 'a' }, x: {} }, required: ['kind'] },
          { properties: { kind: { const: 'b' } }, required: ['kind'] },
        ],
      },
      { type: 'object', properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, x: {} }, required: ['kind'] },
    ],
    [
      'all of several, by reference',
      {
        $defs: { A: { type: 'object', properties: { a: {} }, required: ['a'] } },
        allOf: [{ $ref: '#/$defs/A' }, { properties: { b: {} }, required: ['b'] }],
      },
      { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    ],
    [
      'types of programming languages',
      { properties: { a: { type: 'int' }, b: { type: 'dict' }, c: 'string' } },
      { properties: { a: { type: 'integer' }, b: { type: 'object' }, c: { type: 'string' } } },
    ],
    [
      'limits of draft 4',
      { properties: { n: { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } } },
      { properties: { n: { exclusiveMinimum: 1, maximum: 9 } } },
    ],
    [
      'a list of items',
      { properties: { p: { items: [{ type: 'string' }, { type: 'number' }] } } },
      { properties: { p: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } } } },
    ],
    [
      'nullable of OpenAPI',
      { properties: { n: { type: 'string', nullable: true } } },
      { properties: { n: { type: ['string', 'null'] } } },
    ],
    [
      'a required field that is none',
      { properties: { a: { type: 'string', required: true } }, required: ['a', 'b'] },
      { properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'a property that is called like a word of schemas',
      { properties: { type: { type: 'string' }, required: { type: 'boolean' } } },
      { properties: { type: { type: 'string' }, required: { type: 'boolean' } } },
    ],
  ])('%s', (_, schema, expected) => expect(acceptableSchema(schema)).toMatchObject(expected))

  it('end where a schema refers to itself, at its top, too', () => {
    const schema = { $ref: '#', allOf: [{ $ref: '#' }], properties: { child: { $ref: '#' } } }
    expect(acceptableSchema(schema)).toMatchObject({ type: 'object', properties: { child: {} } })
    expect(JSON.stringify(plainSchema(schema)).length).toBeLessThan(100_000)
  })

  it('are found in steps that no schema decides', () => {
    const refs = Array.from({ length: 40 }, () => ({ $ref: '#' }))
    const evil = { allOf: refs, anyOf: refs, properties: { 'a b': { anyOf: refs } } }
    const began = process.cpuUsage()
    acceptableSchema(evil)
    plainSchema(evil)
    withPlainNames(evil)
    withOwnNames({ a_b: { a_b: { a_b: {} } } }, evil)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000)
  })

  it('stay small though references unfold into each other', () => {
    const wide = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}`, { $ref: '#/$defs/A' }]))
    const schema = { $defs: { A: { type: 'object', properties: wide } }, properties: wide }
    expect(JSON.stringify(plainSchema(schema)).length).toBeLessThan(400_000)
  })
})

describe('names of properties', () => {
  const schema = {
    type: 'object',
    properties: {
      'filter[name]': { type: 'string' },
      filter_name_: { type: 'string' },
      list: { type: 'array', items: { $ref: '#/$defs/I' } },
      either: { anyOf: [{ type: 'string' }, { type: 'object', properties: { 'größe €': {} } }] },
    },
    required: ['filter[name]'],
    $defs: { I: { type: 'object', properties: { 'a b': { type: 'number' } } } },
  } as const

  it('are plain for the model, and the server’s own again in its arguments', () => {
    const plain = withPlainNames(schema)
    expect(refusals(plain, anthropicSchemas)).toEqual([])
    expect(plain).toMatchObject({ required: ['filter_name_2'] })
    const given = { filter_name_2: 'x', filter_name_: 'y', list: [{ a_b: 1 }], either: { gr__e__: 2 }, more: 3 }
    const own = { 'filter[name]': 'x', filter_name_: 'y', list: [{ 'a b': 1 }], either: { 'größe €': 2 }, more: 3 }
    expect(withOwnNames(given, schema)).toEqual(own)
    expect(withOwnNames(own, schema)).toEqual(own)
  })

  it('that are plain stay the same object in another order of keys', () => {
    const good = { type: 'object', properties: { a: { type: 'string' } } }
    expect(withPlainNames(good)).toEqual(good)
  })
})
