import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../src-main/store/store.ts'
import { conversationId, fill, projectId, temporaryStore } from './sample-store.ts'

function searchable(texts: readonly string[]): Store {
  const store = temporaryStore()
  fill(store)
  for (const text of texts) store.search.add({ conversationId, turnId: 'turn_1', runId: null, projectId, text })
  return store
}
const excerpts = (store: Store, words: string) => store.search.query(projectId, words, 10).map((each) => each.excerpt)

test('all words must be there, the last one as a beginning, with marks around each', () => {
  const store = searchable(['The steam engine of Ada', 'An engine of brass', 'Nothing'])
  expect(excerpts(store, 'ENGINE')).toHaveLength(2)
  expect(excerpts(store, 'engine ad')).toEqual(['The steam \u0002engine\u0003 of \u0002Ada\u0003'])
  expect(excerpts(store, 'engi ada')).toEqual([])
  expect(excerpts(store, '')).toEqual([])
  expect(excerpts(store, '  --- "')).toEqual([])
})

test('a hit names its conversation; deleted conversations and other projects are not searched', () => {
  const store = searchable(['café submit_plan'])
  expect(store.search.query(projectId, 'cafe', 10)).toEqual([
    { conversationId, turnId: 'turn_1', runId: null, title: 'The engine', excerpt: '\u0002café\u0003 submit_plan' },
  ])
  expect(excerpts(store, 'submit_plan')).toHaveLength(1)
  expect(store.search.query('proj_2', 'cafe', 10)).toEqual([])
  store.conversations.setDeleted(conversationId, 5)
  expect(excerpts(store, 'cafe')).toEqual([])
})

test('no words are ever a syntax error, and none forge a mark', () => {
  const store = searchable(['a AND b NOT "c" \u0002forged\u0003'])
  expect(excerpts(store, 'forged')).toEqual(['a AND b NOT "c"  \u0002forged\u0003 '])
  const part = fc.constantFrom(
    '"',
    '*',
    'AND',
    'NOT',
    'NEAR(',
    '(',
    ')',
    ':',
    'text:',
    '^',
    '-',
    '+',
    '\u0000',
    'é',
    '\ud800',
    'a',
  )
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part).map((all) => all.join(' ')),
    fc.array(part).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(words, (typed) => {
      expect(store.search.query(projectId, typed, 5)).toBeInstanceOf(Array)
    }),
    { numRuns: 150 },
  )
})
