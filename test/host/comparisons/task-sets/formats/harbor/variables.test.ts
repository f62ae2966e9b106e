import { expect, test } from 'vitest'
import { namesRead, resolvedVariables } from '../../../../../../src-main/task-formats/harbor/variables.ts'

const values = { plain: 'a $b', key: `\${KEY}`, within: `\${KEY}/x`, either: `\${OTHER:-}` }

test('names of this computer’s variables are found, also only those that are needed', () => {
  expect(namesRead(values)).toEqual(['KEY', 'OTHER'])
  expect(namesRead(values, 'needed')).toEqual(['KEY'])
})

test('only allowed variables are read; without a value, what is to be used otherwise', () => {
  const computer = { KEY: 'secret', OTHER: 'other' }
  // Within other text it stays as it is.
  const plain = { plain: 'a $b', within: `\${KEY}/x` }
  expect(resolvedVariables(values, [], computer)).toEqual({ ...plain, either: '' })
  expect(resolvedVariables(values, ['KEY'], computer)).toEqual({ ...plain, key: 'secret', either: '' })
  expect(resolvedVariables(values, ['KEY', 'OTHER'], computer)).toMatchObject({ either: 'other' })
  expect(resolvedVariables(values, ['KEY'], { KEY: '' })).toEqual({ ...plain, key: '', either: '' })
  expect(resolvedVariables(values, ['KEY'], {})).toEqual({ ...plain, either: '' })
})
