import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChunk } from '../../src-main/model/chat/chat-chunk.ts'

const text = fc.oneof(fc.string(), fc.constant(null), fc.constant(undefined), fc.integer())
const delta = fc.record(
  { content: text, role: text, refusal: text, reasoning: text, reasoning_content: text, tool_calls: fc.anything() },
  { requiredKeys: [] },
)
const choice = fc.record(
  {
    index: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.anything()),
    delta,
    finish_reason: text,
    message: fc.anything(),
  },
  { requiredKeys: ['delta'] },
)
const chunk = fc.record(
  { model: text, choices: fc.array(fc.oneof(choice, fc.anything())) },
  { requiredKeys: ['choices'] },
)

test('a piece of text is read alike, whatever else its chunk holds', () => {
  fc.assert(
    // An empty count of tokens says nothing, and takes the chunk the long way.
    fc.property(chunk, (value) => {
      expect(readChunk(value)).toEqual(readChunk({ ...value, usage: {} }))
    }),
    { numRuns: 3000 },
  )
})

test('a piece of text comes after the name of its model', () => {
  expect(readChunk({ model: 'm', choices: [{ delta: { role: 'assistant', content: 'Hello' } }] })).toEqual([
    { kind: 'model', model: 'm' },
    { kind: 'text', text: 'Hello' },
  ])
})
