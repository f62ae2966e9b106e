import { expect, test } from 'vitest'
import { contextParts } from '../../../src-renderer/run/context-parts.ts'
import type { Message } from '../../../src-shared/model/message.ts'

const text = (length: number) => 'x'.repeat(length)
const messages: readonly Message[] = [
  { role: 'system', text: text(400) },
  { role: 'user', text: text(100) },
  {
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls: [{ id: '1', tool: 'read_file', arguments: text(100), complete: true }],
  },
  { role: 'tool', callId: '1', tool: 'read_file', ok: true, text: text(400) },
]

test('the parts of a context share what the endpoint counted, and what is written comes on top', () => {
  expect(contextParts({ messages, tools: [] }, { input: 500, output: 30 }, 20)).toEqual([
    { name: 'Instructions', tokens: 200 },
    { name: 'Messages and answers', tokens: 100 },
    { name: 'Tool results', tokens: 200 },
    { name: 'Last answer', tokens: 30 },
    { name: 'This message', tokens: 10 },
  ])
})

test('without a count four characters are a token', () => {
  expect(contextParts({ messages: [], tools: [] }, { input: 0, output: 0 }, 40)).toEqual([
    { name: 'This message', tokens: 10 },
  ])
})
