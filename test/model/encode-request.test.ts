import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestText } from '../../src-main/model/chat/encode-request.ts'
import type { Message, ToolCall } from '../../src-shared/model/message.ts'
import { recipient as to } from '../kit/model-server/model-client.ts'

const sent = (message: Message) => JSON.parse(requestText(to, [message], [], { model: 'm' })).messages[0]
const calling = (call: Partial<ToolCall>, text = '') =>
  sent({
    role: 'assistant',
    text,
    reasoning: '',
    toolCalls: [{ id: 'a', tool: 'read_file', arguments: '{}', complete: true, ...call }],
  })

describe('the text of a request', () => {
  it('keeps the order: parameters, messages, tools', () => {
    const tool = { name: 't', description: 'd', parameters: { type: 'object' }, effect: 'read' } as const
    expect(requestText(to, [{ role: 'user', text: 'hi' }], [tool], { model: 'm', stream: true })).toBe(
      '{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}],' +
        '"tools":[{"type":"function","function":{"name":"t","description":"d","parameters":{"type":"object"}}}]}',
    )
  })

  it('says nothing of tools where there are none', () => {
    expect(requestText(to, [], [], { model: 'm' })).toBe('{"model":"m","messages":[]}')
  })

  it('gives a tool’s result to the call it answers', () => {
    expect(sent({ role: 'tool', callId: 'a', tool: 't', ok: false, text: 'no such file' })).toEqual({
      role: 'tool',
      tool_call_id: 'a',
      content: 'no such file',
    })
  })

  it('keeps the model’s own arguments to the letter', () => {
    expect(calling({ arguments: '{ "b":1,\n"a" : 2}' }).tool_calls[0].function.arguments).toBe('{ "b":1,\n"a" : 2}')
  })

  it.each([
    ['', '{}'],
    ['  ', '{}'],
    ['{"command":"rm -rf', '{"invalid_arguments":"{\\"command\\":\\"rm -rf"}'],
    ['[1]', '{"invalid_arguments":"[1]"}'],
    ['nonsense', '{"invalid_arguments":"nonsense"}'],
  ])('wraps arguments that would break the next request: %j (T10)', (args, wanted) => {
    expect(calling({ arguments: args }).tool_calls[0].function.arguments).toBe(wanted)
  })

  it.each([
    ['read file!', 'read_file_'],
    ['', 'unnamed'],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('sends a tool name that servers accept: %j', (name, wanted) => {
    expect(calling({ tool: name }).tool_calls[0].function.name).toBe(wanted)
  })

  it('sends no text beside calls as null, and an empty answer as an empty text', () => {
    expect(calling({}).content).toBeNull()
    expect(calling({}, 'Look:').content).toBe('Look:')
    expect(sent({ role: 'assistant', text: '', reasoning: 'r', toolCalls: [] })).toEqual({
      role: 'assistant',
      content: '',
    })
  })

  it('is what a request of its own would be, however requests grew, branched or were changed before it', () => {
    const text = fc.string({ maxLength: 8 })
    const step = fc.record({
      from: fc.nat(),
      drop: fc.nat(3),
      added: fc.array(text, { maxLength: 40 }),
      frozen: fc.boolean(),
      changed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const requests: Message[][] = [[]]
        for (const { from, drop, added, frozen, changed } of steps) {
          const before = requests[from % requests.length] ?? []
          const fresh = added.map(
            (each): Message => (frozen ? Object.freeze({ role: 'user', text: each }) : { role: 'user', text: each }),
          )
          const messages = [...before.slice(0, Math.max(0, before.length - drop)), ...fresh]
          requests.push(messages)
          const mutable = messages.find((each) => !Object.isFrozen(each))
          requestText(to, messages, [], {})
          if (changed && mutable !== undefined) Object.assign(mutable, { text: 'changed since' })
          expect(requestText(to, messages, [], {})).toBe(requestText(to, structuredClone(messages), [], {}))
        }
      }),
    )
  })

  it('is well-formed and the same each time, whatever the messages hold', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const anyCall = fc.record({ id: text, tool: text, arguments: text, complete: fc.boolean() })
    const anyMessage: fc.Arbitrary<Message> = fc.oneof(
      fc.record({ role: fc.constantFrom('system', 'user'), text }),
      fc.record({ role: fc.constant('tool'), callId: text, tool: text, ok: fc.boolean(), text }),
      fc.record({ role: fc.constant('assistant'), text, reasoning: text, toolCalls: fc.array(anyCall) }),
    )
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const body = requestText(to, messages, [], { model: 'm' })
        expect(body).toBe(requestText(to, JSON.parse(JSON.stringify(messages)), [], { model: 'm' }))
        expect(Buffer.from(body, 'utf8').toString('utf8')).toBe(body)
        for (const { tool_calls } of JSON.parse(body).messages)
          for (const call of tool_calls ?? []) expect(typeof JSON.parse(call.function.arguments)).toBe('object')
      }),
    )
  })
})
