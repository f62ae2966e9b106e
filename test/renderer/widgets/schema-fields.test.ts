import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  fieldText,
  parseFieldText,
  type SchemaField,
  schemaFields,
} from '../../../src-renderer/widgets/controls/schema-fields.ts'
import { jsonObject } from '../../../src-shared/base/json.ts'

const options = z.strictObject({
  threshold: z.number().min(0).max(1).default(0.7).describe('Score a plan must reach'),
  maxRevisions: z.number().int().min(0).max(20).default(2).describe('How often'),
  whenBelow: z.enum(['ask', 'take-best']).default('ask').describe('What then'),
  stepwise: z.boolean().default(true).describe('One at a time'),
  check: z.string().nullable().default(null).describe('A command'),
  hint: z.string().min(3).default('none').describe('Advice'),
  globs: z.array(z.string()).default([]).describe('Files'),
  temperature: z.number().nullable().default(null).describe('Heat'),
})
const fields = schemaFields(jsonObject.parse(JSON.parse(JSON.stringify(z.toJSONSchema(options, { io: 'input' })))))
const field = (name: string): SchemaField => {
  const found = fields.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no field ${name}`)
  return found
}

describe('fields of a schema as zod writes it', () => {
  it('come in its order, each of its kind, with words, hint and default', () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['threshold', 'number'],
      ['maxRevisions', 'number'],
      ['whenBelow', 'choice'],
      ['stepwise', 'boolean'],
      ['check', 'text'],
      ['hint', 'text'],
      ['globs', 'lines'],
      ['temperature', 'number'],
    ])
    expect(field('maxRevisions')).toMatchObject({ label: 'Max revisions', hint: 'How often', initial: 2, whole: true })
    expect(field('whenBelow')).toMatchObject({ choices: ['ask', 'take-best'] })
  })

  it('refuse what the schema refuses, and say what would do', () => {
    expect(parseFieldText(field('threshold'), '7')).toEqual({ ok: false, problem: 'Enter a number from 0 to 1.' })
    expect(parseFieldText(field('maxRevisions'), '1.5')).toEqual({ ok: false, problem: 'Enter a whole number.' })
    expect(parseFieldText(field('threshold'), '')).toEqual({ ok: false, problem: 'Enter a number.' })
    expect(parseFieldText(field('hint'), 'ab')).toEqual({ ok: false, problem: 'At least 3 characters.' })
  })

  it('read a decimal comma, an empty field that may be empty, and lines', () => {
    expect(parseFieldText(field('threshold'), '0,5')).toEqual({ ok: true, value: 0.5 })
    expect(parseFieldText(field('temperature'), '')).toEqual({ ok: true, value: null })
    expect(parseFieldText(field('check'), '')).toEqual({ ok: true, value: null })
    expect(parseFieldText(field('globs'), 'src/**\n\n test/** ')).toEqual({ ok: true, value: ['src/**', 'test/**'] })
  })

  it('go through what is typed and back unchanged', () => {
    for (const each of fields.filter(({ kind }) => kind !== 'boolean'))
      expect(parseFieldText(each, fieldText(each, each.initial))).toEqual({ ok: true, value: each.initial })
  })

  it('are none for a schema that is not understood', () => {
    expect(schemaFields({ properties: 7 })).toEqual([])
  })
})
