import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { resources } from '../kit/host/host-open.ts'
import { toolBench } from './tool-kit.ts'

const schema = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) })

test('the page for authors names every tool of the app with its arguments, and what it does', async () => {
  const { tools } = await toolBench()
  const rows = tools.infos().map(({ name, parameters, effect }) => {
    const { properties, required } = schema.parse(parameters)
    const names = Object.keys(properties).map((each) => `\`${each}${required.includes(each) ? '' : '?'}\``)
    return `| \`${name}\` | ${names.join(', ')} | ${effect} |`
  })
  const page = readFileSync(join(resources, 'write-a-strategy.md'), 'utf8')
  expect(page.split('\n').filter((line) => /^\| `[a-z_]+` \| `.*\| (?:read|edit|command|ask) \|$/.test(line))).toEqual(
    rows,
  )
})

const typeOf = z.object({ type: z.enum(['string', 'integer', 'number', 'boolean', 'array']) })
const words = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', array: 'readonly string[]' }

test('the types for authors have every tool of the app with the types of its arguments', async () => {
  const { tools } = await toolBench()
  const types = readFileSync(join(resources, 'strategies/stratagem.d.ts'), 'utf8')
  const [, body = ''] = /export interface AppTools \{\n([\s\S]*?)\n {2}\}\n/.exec(types) ?? []
  const written = body
    .replace(/\s+/g, ' ')
    .replaceAll(/ readonly (?=\w+\??:)/g, ' ')
    .replaceAll(';', '')
    .trim()
  const known = tools.infos().map(({ name, parameters }) => {
    const { properties, required } = schema.parse(parameters)
    const fields = Object.entries(properties).map(
      ([field, what]) => `${field}${required.includes(field) ? '' : '?'}: ${words[typeOf.parse(what).type]}`,
    )
    return `${name}: { ${fields.join(' ')} }`
  })
  expect(written.replace(/^readonly /, '')).toBe(known.join(' '))
})
