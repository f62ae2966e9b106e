import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeVocabulary, vocabularyFile } from '../kit/project/make-vocabulary.ts'
import { sameData, sameSteps, sameValues } from './author-types.ts'

test('what strategies of users import is the real source: after a change run node test/kit/project/make-vocabulary.ts', () => {
  expect(readFileSync(vocabularyFile, 'utf8')).toBe(makeVocabulary())
})

const [, stepsOnly = ''] = makeVocabulary().split(/^\/\/ .*\.ts$/m)
const steps = [...stepsOnly.matchAll(/^export (?:const|function\*?) (\w+)/gm)].flatMap(([, name]) => name ?? [])
// `think` is how the isolate itself is driven.
const forAuthors = steps.filter((name) => name !== 'think')
const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test('every step of the source has its types for authors', () => {
  const types = textOf('resources/strategies/stratagem.d.ts')
  const missing = forAuthors.filter((name) => !new RegExp(`export (const|function) ${name}\\b`).test(types))
  expect(missing).toEqual([])
  expect(sameValues).toBe(true)
  expect(Object.keys(sameSteps).length + sameData.length).toBeGreaterThan(20)
})

test('every step of the source is told in the guide for authors', () => {
  const guide = textOf('resources/write-a-strategy.md')
  expect(forAuthors.filter((name) => !new RegExp(`\`${name}\\b`).test(guide))).toEqual([])
})

test('the check for `yield*` knows every step of the source, and no other', () => {
  const check = textOf('test/checks/yield-star.grit')
  const known = [...check.slice(check.indexOf('or {')).matchAll(/`(\w+)`/g)].map((found) => found[1])
  expect(known.toSorted()).toEqual(steps.toSorted())
})
