import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChunk } from '../../src-main/model/chat/chat-chunk.ts'

const text = fc.oneof(fc.string(), fc.constant(null), fc.constant(undefined), fc.integer())
const call = fc.record(
  {
    index: fc.oneof(fc.nat(3), fc.double(), fc.constant(null), fc.string()),
    id: text,
    type: fc.constant('function'),
    function: fc.oneof(fc.record({ name: text, arguments: fc.oneof(text, fc.object()) }, { requiredKeys: [] }), text),
  },
  { requiredKeys: [] },
)
const calls = fc.oneof(fc.array(fc.oneof(call, fc.constant(null)), { maxLength: 2 }), fc.anything())
const delta = fc.record(
  { content: text, role: text, refusal: text, reasoning: text, reasoning_content: text, tool_calls: calls },
  { requiredKeys: [] },
)
const choice = fc.record(
  {
    index: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.anything()),
    delta,
    finish_reason: fc.oneof(text, fc.constantFrom('stop', 'tool_calls', 'length')),
    stop_reason: text,
    message: fc.option(fc.anything()),
  },
  { requiredKeys: ['delta'] },
)
const chunk = fc.record(
  { model: text, choices: fc.array(fc.oneof(choice, fc.anything())) },
  { requiredKeys: ['choices'] },
)

test('pieces of text, of calls and the end are read alike, whatever else their chunk holds', () => {
  fc.assert(
    // An empty count of tokens says nothing, and takes the chunk the long way.
    fc.property(chunk, (value) => {
      expect(readChunk(value)).toEqual(readChunk({ ...value, usage: {} }))
    }),
    { numRuns: 2000 },
  )
})

test('a piece of text comes after the name of its model', () => {
  expect(readChunk({ model: 'm', choices: [{ delta: { role: 'assistant', content: 'Hello' } }] })).toEqual([
    { kind: 'model', model: 'm' },
    { kind: 'text', text: 'Hello' },
  ])
})

test('a piece of a call comes with what is known of it, and the end with its reason', () => {
  const part = { index: 0, function: { arguments: '{"path":' } }
  expect(readChunk({ choices: [{ delta: { content: null, tool_calls: [part] } }] })).toEqual([
    { kind: 'call', delta: { index: 0, id: '', tool: '', arguments: '{"path":' } },
  ])
  expect(readChunk({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] })).toEqual([
    { kind: 'finish', reason: 'stop', words: 'tool_calls' },
  ])
})
