import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../src-main/store/store.ts'
import { indexWords } from '../../src-main/store/tables/search-words.ts'
import { conversationId, fill, projectId, temporaryStore } from './sample-store.ts'

/** A turn with each text as its message, found by the number of the turn. */
function searchable(texts: readonly string[]): Store {
  const store = temporaryStore()
  fill(store)
  for (const [at, message] of texts.entries()) {
    const turnId = `turn_${at + 100}`
    store.turns.create({ id: turnId, conversationId, parentId: null, message, createdAt: at })
    const ids = { projectId, conversationId, turnId, runId: null, path: null, seq: null }
    store.search.add({ ...ids, kind: 'message', who: '', at, text: message })
  }
  return store
}
const where = { projectId, kinds: 'said', limit: 20 } as const
const found = (store: Store, words: string) => store.search.find(words, where).map(({ source }) => source)

test('all words must be there, the last one as a beginning', () => {
  const store = searchable(['The steam engine of Ada', 'An engine of brass', 'Nothing'])
  expect(found(store, 'ENGINE')).toHaveLength(2)
  expect(found(store, 'engine ada')).toEqual(['The steam engine of Ada'])
  expect(found(store, 'steam bra')).toEqual([])
  expect(found(store, 'engine bra')).toEqual(['An engine of brass'])
  expect(found(store, '"engine of" ada')).toEqual(['The steam engine of Ada'])
  expect(found(store, '"of engine"')).toEqual([])
  expect(found(store, '')).toEqual([])
  expect(found(store, '  --- "')).toEqual([])
})

test.each([
  ['cafe', 'A café in Ærøskøbing'],
  ['plan', 'calls submitPlan twice'],
  ['submitpl', 'calls submitPlan twice'],
  ['submit_plan', 'the tool submit_plan'],
  ['mitPla', 'calls submitPlan twice'],
  ['src/cart.js', 'reads src/cart.js first'],
  ['cart.js', 'reads src/cart.js first'],
  ['src/cartList', 'in src/cartList.ts'],
  ['HTTPServer', 'starts an HTTPServer'],
  ['server', 'starts an HTTPServer'],
  ['東京', '昨日は東京都に行きました'],
  ['京', '昨日は東京都に行きました'],
  ['行きました', '昨日は東京都に行きました'],
  ['한국어', '이것은 한국어입니다'],
  ['错误处理', '修复购物车的错误处理'],
  ['购物车 错误', '修复购物车的错误处理'],
])('%s is found in “%s”', (words, text) => {
  const store = searchable(['something else', text, 'another thing'])
  expect(found(store, words)).toEqual([text])
})

test('characters that do not stand side by side are not taken for a word', () => {
  const store = searchable(['京 東', '北京 东'])
  expect(found(store, '東京')).toEqual([])
  expect(found(store, '北东')).toEqual([])
})

test('other projects, deleted conversations and deleted turns are not searched', () => {
  const store = searchable(['the engine'])
  expect(found(store, 'engine')).toHaveLength(1)
  expect(store.search.find('engine', { ...where, projectId: null })).toHaveLength(1)
  expect(store.search.find('engine', { ...where, projectId: 'proj_2' })).toEqual([])
  store.conversations.setDeleted(conversationId, 5)
  expect(found(store, 'engine')).toEqual([])
  store.conversations.setDeleted(conversationId, null)
  expect(found(store, 'engine')).toHaveLength(1)
  store.turns.remove('turn_100', 5)
  expect(found(store, 'engine')).toEqual([])
})

test('the newest come first, and no more than asked for', () => {
  const store = searchable(['one engine', 'two engine', 'three engine'])
  expect(store.search.find('engine', { ...where, limit: 2 }).map(({ source }) => source)).toEqual([
    'three engine',
    'two engine',
  ])
})

test('no words are ever a syntax error', () => {
  const store = searchable(['a AND b NOT "c"'])
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
    '%',
    '_',
    '\u0000',
    'é',
    '東',
    '\ud800',
    'a',
    'abc',
  )
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part).map((all) => all.join(' ')),
    fc.array(part).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(words, (typed) => {
      expect(store.search.find(typed, where)).toBeInstanceOf(Array)
    }),
    { numRuns: 200 },
  )
})

test('every word of a text finds the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
      const words = text.split(/\s+/).filter((word) => indexWords(word).length > 0 && !word.includes('"'))
      fc.pre(words.length > 0)
      const store = searchable([text])
      for (const word of words) expect([word, found(store, `"${word}"`)]).toEqual([word, [text]])
    }),
    { numRuns: 40 },
  )
})
