import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeVocabulary, vocabularyFile } from '../kit/project/make-vocabulary.ts'
import { sameData, sameSteps, sameValues } from './author-types.ts'

test('what strategies of users import is the real source: after a change run node test/kit/project/make-vocabulary.ts', () => {
  expect(readFileSync(vocabularyFile, 'utf8')).toBe(makeVocabulary())
})

const stepsOnly = (text: string): string => text.slice(0, text.indexOf('// messages.ts'))

test('every step of the source has its types for authors', () => {
  const steps = [...stepsOnly(makeVocabulary()).matchAll(/^export (?:const|function\*?) (\w+)/gm)].map(
    (found) => found[1],
  )
  const types = readFileSync(new URL('../../resources/strategies/stratagem.d.ts', import.meta.url), 'utf8')
  // `think` is how the isolate itself is driven.
  const missing = steps.filter(
    (name) => name !== 'think' && !new RegExp(`export (const|function) ${name}\\b`).test(types),
  )
  expect(missing).toEqual([])
  expect(sameValues).toBe(true)
  expect(Object.keys(sameSteps).length + sameData.length).toBeGreaterThan(20)
})
