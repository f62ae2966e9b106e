import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { settings } from '../../src-shared/settings/settings.ts'

const renderer = join(import.meta.dirname, '../../src-renderer')
const sources = globSync('views/settings/**/*.tsx', { cwd: renderer }).map((file) =>
  readFileSync(join(renderer, file), 'utf8'),
)

const withoutControl = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !sources.some((text) => new RegExp(`changeSettings\\(\\{ ${name}\\b`).test(text)))

test('each setting can be changed on a page of the settings', () => {
  expect(withoutControl(Object.keys(settings.shape))).toEqual([])
  expect(withoutControl(['theme', 'made-up'])).toEqual(['made-up'])
})
