import { expect, test } from 'vitest'
import { promptArguments, promptCommands, resourceMention, resourceOf } from '../../../src-shared/mcp/mcp-offers.ts'

const argument = (name: string, required: boolean) => ({ name, description: '', required })
const review = {
  name: 'review',
  description: 'Reviews.',
  arguments: [argument('topic', true), argument('tone', false)],
}

test('a prompt’s command has its server’s name, only characters that can be typed, and no other’s name', () => {
  const prompts = [review, { ...review, name: 'a b' }, { ...review, name: 'a\u202eb' }]
  expect(promptCommands('my notes', prompts, new Set(['my-notes:review'])).map(({ command }) => command)).toEqual([
    'my-notes:review-2',
    'my-notes:a-b',
    'my-notes:a-b-2',
  ])
  expect(promptCommands('notes', [review], new Set())[0]).toMatchObject({ hint: 'topic [tone]', prompt: 'review' })
})

test('arguments are words in their order, or named; the last one takes what remains', () => {
  const given = (typed: string) => {
    const read = promptArguments(review, typed)
    return read.ok ? read.values : read.missing
  }
  expect(given('parser')).toEqual({ topic: 'parser' })
  expect(given('"the parser" very kind')).toEqual({ topic: 'the parser', tone: 'very kind' })
  expect(given('tone=kind the rest of it')).toEqual({ tone: 'kind', topic: 'the rest of it' })
  expect(given('')).toEqual(['topic'])
  expect(given('tone=kind')).toEqual(['topic'])
  expect(promptArguments({ arguments: [] }, 'more')).toEqual({ ok: true, values: {} })
})

test('a mention of a resource names a server and a whole address', () => {
  expect(resourceOf(resourceMention('my notes', 'notes://a/b:c'))).toEqual({ server: 'my notes', uri: 'notes://a/b:c' })
  expect(['run:run_1', 'src/a.ts', 'C:\\a.ts', 'a:b', 'diff'].map(resourceOf)).toEqual([null, null, null, null, null])
})
