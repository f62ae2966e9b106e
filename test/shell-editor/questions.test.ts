import { join } from 'node:path'
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { defaultBudget } from '../../src-shared/strategy/task.ts'
import { editorOn, type TestEditor } from '../kit/editor/editor.ts'
import { editorSession, setOption } from '../kit/editor/editor-session.ts'
import { gate } from '../kit/host/host-open.ts'

const read = { tool: 'read_file', arguments: { path: 'a.txt' } }
const accept = (content: Record<string, string | number>): CreateElicitationResponse => ({ action: 'accept', content })
/** Chooses the option with this name. */
const chooses =
  (name: string): Parameters<TestEditor['answers']>[0] =>
  ({ options }) =>
    options.find((each) => each.name === name)?.optionId ?? null

/** A session whose runs reach a limit of model calls at the second. */
async function limited(form?: () => CreateElicitationResponse) {
  const made = await editorSession((turn) => (turn < 3 ? { calls: [read] } : { text: 'The end.' }), form && { form })
  await ask(made.host, 'settings-write', { budget: { ...defaultBudget, modelCalls: 2, soft: 1, atLimit: 'ask' } })
  return made
}

/** A session with a plan that is to be approved. */
async function planning(form?: () => CreateElicitationResponse) {
  const plan = (goal: string) => ({ tool: 'submit_plan', arguments: { steps: [{ goal, done: 'It is green' }] } })
  const script = (turn: number) => (turn === 0 || turn === 2 ? { calls: [plan(`Goal ${turn}`)] } : { text: 'Done.' })
  const made = await editorSession(script, form && { form })
  const strategy = { name: 'plan-and-execute', options: { approve: 'always' } }
  const preset = { name: 'Approved', about: '', strategy, roles: {} }
  const { id } = await ask(made.host, 'preset-save', { projectId: made.projectId, source: 'user', id: null, preset })
  await made.editor.until(
    (each) => each.sessionUpdate === 'config_option_update' && JSON.stringify(each).includes(`preset:${id}`),
  )
  await setOption(made.editor, made.sessionId, 'mode', `preset:${id}`)
  return made
}

test('a limit that is reached is a question with what can be done, and more is allowed by its answer', async () => {
  const { editor, sessionId, server } = await limited()
  editor.answers(({ options }) => options.find(({ name }) => name.endsWith('more'))?.optionId ?? null)
  expect(await editor.prompt(sessionId, 'Read on')).toMatchObject({ stopReason: 'end_turn' })
  expect(editor.asked.length).toBeGreaterThan(0)
  expect(editor.asked[0]).toMatchObject({
    toolCall: { title: expect.stringContaining('2 model calls'), kind: 'other' },
    options: [
      { name: 'Wrap up', kind: 'reject_once' },
      { name: 'Stop', kind: 'reject_once' },
      { name: expect.stringContaining('more'), kind: 'allow_once' },
    ],
  })
  expect(editor.text()).toContain('The end.')
  expect(server.requests).toHaveLength(4)
})

test('at a limit nobody’s answer wraps up, and a stop ends the run with a reason', async () => {
  const { editor, sessionId } = await limited()
  editor.answers(chooses('Stop'))
  expect(await editor.prompt(sessionId, 'Read on')).toMatchObject({ stopReason: 'max_turn_requests' })
  editor.answers(() => null)
  expect(await editor.prompt(sessionId, 'Read on')).toMatchObject({ stopReason: expect.any(String) })
})

test('a plan is shown before it is carried out, and refused unless it is allowed', async () => {
  const { editor, sessionId, server } = await planning()
  editor.answers(() => null)
  await editor.prompt(sessionId, 'Plan it')
  expect(editor.asked).toMatchObject([
    {
      toolCall: { content: [{ content: { text: expect.stringContaining('1. Goal 0\n   Done when: It is green') } }] },
      options: [
        { name: 'Stop here', kind: 'reject_once' },
        { name: 'Carry it out', kind: 'allow_once' },
      ],
    },
  ])
  expect(server.requests).toHaveLength(1)
  editor.answers(chooses('Carry it out'))
  await editor.prompt(sessionId, 'Plan it')
  expect(editor.text()).toContain('Done.')
})

test('an editor with forms asks in words: another amount at a limit, and what a plan has to say instead', async () => {
  const more = await limited(() => accept({ answer: 'Wrap up', words: '7' }))
  expect(await more.editor.prompt(more.sessionId, 'Read on')).toMatchObject({ stopReason: 'end_turn' })
  expect(more.editor.asked).toEqual([])
  expect(more.editor.forms).toMatchObject([
    {
      mode: 'form',
      sessionId: more.sessionId,
      requestedSchema: { properties: { answer: { enum: expect.any(Array) } } },
    },
  ])
  expect(more.editor.text()).toContain('The end.')
  const answers = [accept({ words: 'Another goal' }), accept({ answer: 'Carry it out' })]
  const plans = await planning(() => answers.shift() ?? { action: 'decline' })
  await plans.editor.prompt(plans.sessionId, 'Plan it')
  expect(plans.server.sent.some((each) => each.includes('Another goal'))).toBe(true)
  const closed = await planning(() => ({ action: 'cancel' }))
  await closed.editor.prompt(closed.sessionId, 'Plan it')
  expect(closed.server.requests).toHaveLength(1)
})

test('the form of an MCP server is the editor’s form, and what it says reaches the server', async () => {
  const order = { calls: [{ tool: 'mcp__shop__order', arguments: {} }] }
  const { editor, host, sessionId, projectId, server } = await editorSession(
    (turn) => (turn === 0 ? order : { text: 'Ordered.' }),
    { form: () => accept({ drink: 'tea', cups: 2 }) },
  )
  const program = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')
  const transport = { kind: 'stdio' as const, command: process.execPath, args: [program, 'asking'], env: {} }
  const shop = { name: 'shop', transport, enabled: true, off: [], reads: [] }
  await ask(host, 'mcp-save', { server: shop, before: null })
  expect(await ask(host, 'mcp-test', { server: shop, projectId })).toMatchObject({ ok: true })
  editor.answers(() => 'allow')
  await editor.prompt(sessionId, 'Order')
  expect(editor.forms).toMatchObject([
    {
      requestedSchema: {
        required: ['drink'],
        properties: { drink: { oneOf: [{ const: 'tea' }, {}] }, cups: { type: 'integer' } },
      },
    },
  ])
  expect(server.sent.at(-1)).toContain('\\"cups\\":2')
})

test('a session that is loaded while its question waits goes on, and can be stopped', async () => {
  const { editor, sessionId, project, host } = await editorSession(() => ({
    calls: [{ tool: 'shell', arguments: { command: 'ls' } }],
  }))
  const asked = gate()
  const never = gate()
  editor.answers(async () => {
    asked.open()
    await never.passed
    return null
  })
  const answered = editor.prompt(sessionId, 'List it')
  await asked.passed
  await editor.agent.request('session/load', { sessionId, cwd: project.folder, mcpServers: [] })
  expect(editor.text()).not.toContain('another program')
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await answered).toMatchObject({ stopReason: 'cancelled' })
  never.open()
  const other = await editorOn(host)
  await other.agent.request('session/load', { sessionId, cwd: project.folder, mcpServers: [] })
  expect(other.text()).toContain('This run was stopped.')
})
