import { expect, test } from 'vitest'
import { connectAgent } from '../../../src-main/acp/connection.ts'
import { type AgentLimits, usualLimits } from '../../../src-main/acp/limits.ts'
import type { PromptEnd } from '../../../src-main/acp/prompt-turn.ts'
import { recordAgent } from '../../kit/acp/agent-record.ts'
import { scriptedAgent } from '../../kit/acp/scripted-agent.ts'
import { type Misbehaviour, misbehaviours } from './misbehaviours.ts'

const limits: AgentLimits = {
  ...usualLimits,
  initializeMs: 30,
  sessionMs: 30,
  silenceMs: 60,
  cancelMs: 30,
  maxLine: 100_000,
  maxMessages: 2000,
  maxCharacters: 1_000_000,
  maxCalls: 50,
  maxRequests: 10,
}

async function play({ name, script, stopAt }: Misbehaviour) {
  const stop = new AbortController()
  // In the last case the agent waits for the user with all it asked.
  const record = recordAgent(name === 'opens too many requests' ? () => new Promise(() => undefined) : undefined)
  const { listener } = record
  const watched = {
    ...listener,
    callStart: (call: Parameters<typeof listener.callStart>[0]) => {
      listener.callStart(call)
      if (record.lines.at(-1) === stopAt) stop.abort()
    },
  }
  const agent = scriptedAgent(script)
  const run = async (): Promise<PromptEnd> => {
    const connection = await connectAgent(agent.pipes, '1.0.0', limits)
    const { id } = await connection.open({ folder: '/work', session: null, chosen: {}, servers: [] })
    return await connection.prompt(id, [{ type: 'text', text: 'Do it.' }], watched, stop.signal)
  }
  const end = await run().catch((thrown: unknown) => (thrown instanceof Error ? thrown : new Error('?')))
  return { end, record, agent }
}

test('there are more than forty ways to misbehave, each with a name of its own', () => {
  expect(new Set(misbehaviours.map(({ name }) => name)).size).toBe(misbehaviours.length)
  expect(misbehaviours.length).toBeGreaterThan(40)
})

test.each(misbehaviours)('an agent that $name', async (each) => {
  const { end, record, agent } = await play(each)
  if (each.fails === undefined) expect(end).toMatchObject({ stopReason: each.ends })
  else {
    expect(String(end)).toMatch(each.fails)
    // An agent that failed at the prompt is not used again.
    if (!each.name.includes('session')) expect(agent.endedHow() ?? 'it had ended').not.toBe('gently')
  }
  if (each.told !== undefined) expect(record.lines).toEqual(each.told)
  if (each.text !== undefined) expect(record.text()).toBe(each.text)
})
