import { expect, test } from 'vitest'
import { connectAgent } from '../../../src-main/acp/connection.ts'
import { type AgentScript, type Incoming, scriptedAgent, sessionId } from '../../kit/acp/scripted-agent.ts'

const option = (category: string, currentValue: string, values: readonly string[]) => ({
  id: `my-${category}`,
  name: category,
  category,
  type: 'select',
  currentValue,
  options: values.map((value) => ({ value, name: value })),
})
const listed = (model: string, mode: string) => [
  option('model', model, ['small', 'large']),
  option('mode', mode, ['build', 'plan']),
]

/** Opens a session with what is chosen; what the agent was asked for, in its order. */
async function open(script: AgentScript, chosen: Record<string, string>, session: string | null = null) {
  const asked: string[] = []
  const noting = Object.fromEntries(
    ['session/set_config_option', 'session/set_mode', 'session/set_model'].map((method) => [
      method,
      (hands: Parameters<NonNullable<AgentScript[string]>>[0], message: Incoming) => {
        const { sessionId: _, ...rest } = message.params
        asked.push(`${method.slice(8)} ${Object.values(rest).join(' ')}`)
        const act = script[method]
        return act === undefined ? hands.refuse(message, -32601, 'Method not found') : act(hands, message)
      },
    ]),
  )
  const agent = scriptedAgent({ ...script, ...noting })
  const connection = await connectAgent(agent.pipes, '1.0.0')
  const opened = await connection
    .open({ folder: '/work', session, chosen, servers: [] })
    .catch((thrown: unknown) => String(thrown))
  return { opened, asked, connection }
}
const offers = (configOptions: unknown): AgentScript => ({
  'session/new': (hands, message) => hands.answer(message, { sessionId, configOptions }),
})

test('options are set by their own ids, the model first, and what is current is not set again', async () => {
  let model = 'small'
  const script: AgentScript = {
    ...offers(listed('small', 'build')),
    'session/set_config_option': (hands, message) => {
      if (message.params['configId'] === 'my-model') model = 'large'
      const mode = message.params['configId'] === 'my-mode' ? 'plan' : 'build'
      hands.answer(message, { configOptions: listed(model, mode) })
    },
  }
  const { opened, asked } = await open(script, { mode: 'plan', model: 'large' })
  expect(asked).toEqual(['set_config_option my-model large', 'set_config_option my-mode plan'])
  expect(opened).toMatchObject({ how: 'new', choices: [{ current: 'large' }, { current: 'plan' }] })
  expect((await open(script, { mode: 'build' })).asked).toEqual([])
})

test('older lists of modes and models have requests of their own', async () => {
  const script: AgentScript = {
    'session/new': (hands, message) =>
      hands.answer(message, {
        sessionId,
        modes: { currentModeId: 'ask', availableModes: [{ id: 'ask' }, { id: 'yolo' }] },
        models: { currentModelId: 'a', availableModels: [{ modelId: 'a' }, { modelId: 'b' }] },
      }),
    'session/set_mode': (hands, message) => hands.answer(message, {}),
    'session/set_model': (hands, message) => hands.answer(message, {}),
  }
  expect((await open(script, { mode: 'yolo', model: 'b' })).asked).toEqual(['set_model b', 'set_mode yolo'])
})

test('a value that is refused, kept as it was, or not offered at all is a failure that names what is offered', async () => {
  const refuses: AgentScript = {
    ...offers(listed('small', 'build')),
    'session/set_config_option': (hands, message) => hands.refuse(message, -32602, 'no such model'),
  }
  expect((await open(refuses, { model: 'huge' })).opened).toMatch(
    /does not take the model "huge", so nothing was sent to it\. It offers small, large\./,
  )
  const lies: AgentScript = {
    ...offers(listed('small', 'build')),
    'session/set_config_option': (hands, message) => hands.answer(message, { configOptions: listed('small', 'build') }),
  }
  expect((await open(lies, { model: 'large' })).opened).toMatch(/does not take the model "large"/)
  const without = offers([option('model', 'small', ['small'])])
  expect((await open(without, { mode: 'plan' })).opened).toMatch(/does not take the mode "plan"/)
})

test('an agent that lists nothing is asked in each way that it may know', async () => {
  const script: AgentScript = { 'session/set_mode': (hands, message) => hands.answer(message, {}) }
  const { asked, opened } = await open(script, { mode: 'plan' }, 'session-0')
  expect(asked).toEqual(['set_config_option mode plan', 'set_mode plan'])
  expect(opened).toMatchObject({ id: 'session-0', how: 'continued' })
})

test('what is chosen later in an open session is set then', async () => {
  const script: AgentScript = {
    ...offers(listed('small', 'build')),
    'session/set_config_option': (hands, message) => hands.answer(message, { configOptions: listed('large', 'build') }),
  }
  const { opened, connection, asked } = await open(script, {})
  if (typeof opened === 'string') throw new Error(opened)
  const later = await connection.choose(opened, { model: 'large' })
  expect(later.choices[0]?.current).toBe('large')
  await connection.choose(later, { model: 'large' })
  expect(asked).toEqual(['set_config_option my-model large'])
})
