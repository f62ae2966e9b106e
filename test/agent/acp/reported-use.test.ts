import { expect, test } from 'vitest'
import { connectAgent } from '../../../src-main/acp/connection.ts'
import { usualLimits } from '../../../src-main/acp/limits.ts'
import { recordAgent } from '../../kit/acp/agent-record.ts'
import { calls, scriptedAgent } from '../../kit/acp/scripted-agent.ts'

const cost = { amount: 0.5, currency: 'USD' }
const read = (input: number, output: number) => ({ input, output, cost: null })

interface Made {
  readonly calls: number
  readonly used?: number
  readonly cost?: object
  readonly name?: string
}

/** What a prompt counts as used, if the agent makes calls, tells its context, and answers with these tokens. */
async function counted(made: Made, input: number) {
  const agent = scriptedAgent({
    ...(made.name !== undefined && {
      initialize: (hands, message) =>
        hands.answer(message, {
          protocolVersion: 1,
          agentInfo: { name: made.name, version: '1' },
          agentCapabilities: {},
        }),
    }),
    'session/prompt': (hands, message) => {
      for (let at = 0; at < made.calls; at++) hands.update(calls(`call-${at}`))
      const { used, cost: spent } = made
      if (used !== undefined) hands.update({ sessionUpdate: 'usage_update', used, size: 200_000, cost: spent })
      hands.answer(message, { stopReason: 'end_turn', usage: { inputTokens: input, outputTokens: 20 } })
    },
  })
  const connection = await connectAgent(agent.pipes, '1.0.0', usualLimits)
  const { id } = await connection.open({ folder: '/work', session: null, chosen: {}, servers: [] })
  const { listener } = recordAgent()
  const parts = [{ type: 'text', text: 'Do it.' }] as const
  return (await connection.prompt(id, [...parts], listener, new AbortController().signal)).usage
}

test('tokens of the last model call alone are not taken for those of a prompt with tool calls', async () => {
  expect(await counted({ calls: 2, used: 1000 }, 1000)).toBeNull()
  expect(await counted({ calls: 2, name: 'OpenCode' }, 1000)).toBeNull()
  expect(await counted({ calls: 2, used: 1000, cost }, 1000)).toEqual({ input: null, output: null, cost })
})

test('a sum over all calls counts, and so does the only call of a prompt without tools', async () => {
  expect(await counted({ calls: 2, used: 1000 }, 2900)).toEqual(read(2900, 20))
  expect(await counted({ calls: 2 }, 1000)).toEqual(read(1000, 20))
  expect(await counted({ calls: 2, used: 1000, name: 'OpenCode' }, 2900)).toEqual(read(2900, 20))
  expect(await counted({ calls: 0, used: 1000 }, 1000)).toEqual(read(1000, 20))
})

test.each([-1, 1e308])('%d tokens, which nobody can have used, are not known', async (input) => {
  expect(await counted({ calls: 0 }, input)).toEqual({ input: null, output: 20, cost: null })
})
