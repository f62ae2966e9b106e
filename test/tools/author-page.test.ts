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
