import { expect, it } from 'vitest'
import { replayRun } from '../../../src-main/agent/replay/replay.ts'
import { delegateTool, delegateToolFor } from '../../../src-main/strategy/loop/delegate-tool.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import { expectOneEnd } from '../../kit/agent/agent-lives.ts'
import { memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply, task } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'

const reviewer: SubAgent = {
  name: 'reviewer',
  description: 'Reviews changes.',
  instructions: 'Be strict.',
  tools: ['read_file', 'fly'],
  role: 'evaluator',
  strategy: null,
  file: '.stratagem/agents/reviewer.md',
  from: 'project',
}

async function run(agents: readonly SubAgent[], args: object) {
  const log = memoryLog()
  const model = scriptedModel(({ messages }) => {
    if (messages.at(-1)?.text === 'Look.') return reply('It is fine.')
    return messages.at(-1)?.role === 'tool' ? reply('Done.') : reply('', [call('1', 'delegate', args)])
  })
  const config = configFor({ name: 'tool-loop', options: {} }, { task: task('Mend it.', { agents }) })
  const end = await startTestRun(testPorts(log, model), config)
  const events = log.events()
  expectOneEnd(events)
  expect((await replayRun({ events, readBody: log.readBody }, config)).divergence).toBeNull()
  return { end, events, received: model.received }
}

const names = ({ tools }: ModelRequest) => tools.map(({ name }) => name)

it('works with its own instructions, model and tools, none of which its caller lacks', async () => {
  const { end, events, received } = await run([reviewer], { goal: 'Look.', agent: 'reviewer' })
  expect(end.status).toBe('completed')
  const [first, second, third] = received
  expect(first?.request.tools.find(({ name }) => name === 'delegate')?.description).toContain(
    '- reviewer: Reviews changes.',
  )
  expect(second?.bound).toBe('judge')
  expect(second?.request.messages[0]?.text).toBe('You work on a project.\n\nBe strict.')
  expect(second && names(second.request)).toEqual(['read_file', 'delegate'])
  expect(third?.request.messages.at(-1)?.text).toContain('It is fine.')
  expect(events.find((event) => event.type === 'child-start')).toMatchObject({ agent: 'reviewer', goal: 'Look.' })
})

it('may have a strategy of its own', async () => {
  const { events } = await run([{ ...reviewer, strategy: { name: 'chat', options: {} } }], {
    goal: 'Look.',
    agent: 'reviewer',
  })
  expect(events.find((event) => event.type === 'child-start')).toMatchObject({ strategy: { name: 'chat' } })
})

it('is chosen by a name that is there', async () => {
  const { received, events } = await run([reviewer], { goal: 'Look.', agent: 'builder' })
  expect(events.some((event) => event.type === 'child-start')).toBe(false)
  expect(received[1]?.request.messages.at(-1)?.text).toContain('reviewer')
})

it('without such files the tool is as it was, and a helper has no name', async () => {
  expect(delegateToolFor({ agents: [] })).toBe(delegateTool)
  const { received, events } = await run([], { goal: 'Look.' })
  expect(received[1]?.bound).toBe('doer')
  expect(events.find((event) => event.type === 'child-start')).not.toHaveProperty('agent')
})

it('answers after as many rounds as its file allows, and nobody is asked', async () => {
  const log = memoryLog()
  const model = scriptedModel(({ messages, tools }) => {
    const isHelper = messages[0]?.text.includes('Be strict.') === true
    if (!isHelper)
      return messages.at(-1)?.role === 'tool'
        ? reply('Done.')
        : reply('', [call('1', 'delegate', { goal: 'Look.', agent: 'reviewer' })])
    return tools.length === 0 ? reply('So far.') : reply('', [call('2', 'read_file', { path: 'a' })])
  })
  const given = { agents: [{ ...reviewer, rounds: 2 }], asksAtLimits: true }
  const config = configFor({ name: 'tool-loop', options: {} }, { task: task('Mend it.', given) })
  const end = await startTestRun(testPorts(log, model), config)
  expect(end.status).toBe('completed')
  const helpers = model.received.filter(({ request }) => request.messages[0]?.text.includes('Be strict.'))
  expect(helpers).toHaveLength(3)
  expect(log.events().some((event) => event.type === 'step-start' && event.step === 'ask-user')).toBe(false)
  expect(model.received.at(-1)?.request.messages.at(-1)?.text).toContain('So far.')
})
