import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { strategyInfos } from '../../src-main/strategy/registry.ts'

const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8')

test('the table of the README has every strategy, by its title and its id', () => {
  const rows = [...readme.matchAll(/^\| ([^|]+) \| `([a-z-]+)` \|/gm)].map(([, title, name]) => `${title}: ${name}`)
  expect(rows.sort()).toEqual(
    strategyInfos()
      .map(({ title, name }) => `${title}: ${name}`)
      .sort(),
  )
})
