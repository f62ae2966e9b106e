import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ToolCall } from '../../src-shared/model/message.ts'
import { eventBody, parseEvent } from '../../src-shared/run/event.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const args = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '{',
    '{"path":"a',
    'null',
    '[]',
    '{"__proto__":{"path":"x"}}',
    '{"path":"\\ud800\\u0000"}',
    '{"goal":""}',
  ),
)
const oddCall: fc.Arbitrary<ToolCall> = fc.record({
  id: fc.constantFrom('', '1', '1', 'x'.repeat(300), '__proto__', '\ud800'),
  tool: fc.constantFrom('read_file', 'write_file', 'shell', 'delegate', '', '__proto__', 'no_such_tool', 'submit_plan'),
  arguments: args,
  complete: fc.boolean(),
})

it('malformed, cut, unknown and repeated calls are not run, are told to the model, and leave a valid log (T10)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(oddCall, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      const log = memoryLog()
      const ran: ToolCall[] = []
      const tools = scriptedTools((made) => {
        ran.push(made)
        return 'fine'
      })
      const model = scriptedModel((request) => {
        if (
          request.messages.at(-1)?.role === 'user' &&
          request.messages.length === 2 &&
          request.messages[1]?.text !== 'Mend the total.'
        )
          return reply('Helped.')
        const round = rounds[request.messages.filter((message) => message.role === 'assistant').length]
        return round === undefined ? reply('Done.') : reply('', round)
      })
      const end = await startTestRun(testPorts(log, model, { tools }), configFor({ name: 'tool-loop', options: {} }))
      expect(end).toMatchObject({ status: 'completed', text: 'Done.' })
      expect(ran.every((made) => made.complete && ['read_file', 'write_file', 'shell'].includes(made.tool))).toBe(true)
      expect(ran).toHaveLength(
        rounds.flat().filter((made) => made.complete && ['read_file', 'write_file', 'shell'].includes(made.tool))
          .length,
      )
      for (const message of end.messages) {
        if (message.role === 'assistant')
          expect(new Set(message.toolCalls.map((made) => made.id)).size).toBe(message.toolCalls.length)
      }
      expect(end.messages.filter((message) => message.role === 'tool')).toHaveLength(rounds.flat().length)
      for (const event of log.appended) {
        expect(eventBody.safeParse(event).success).toBe(true)
        expect(JSON.stringify(parseEvent(JSON.stringify(event))).length).toBe(JSON.stringify(event).length)
      }
    }),
    { numRuns: 150 },
  )
})

it('arguments of 8 MB are carried to the tool port and through the log (T10)', async () => {
  const big = JSON.stringify({ path: 'a', text: 'é'.repeat(8_000_000) })
  const log = memoryLog()
  let length = 0
  const tools = scriptedTools((made) => {
    length = made.arguments.length
    return 'too large, not written'
  })
  const model = scriptedModel((_, index) =>
    index === 0 ? reply('', [{ id: '1', tool: 'write_file', arguments: big, complete: true }]) : reply('Done.'),
  )
  const end = await startTestRun(testPorts(log, model, { tools }), configFor({ name: 'tool-loop', options: {} }))
  expect(end.status).toBe('completed')
  expect(length).toBe(big.length)
})
