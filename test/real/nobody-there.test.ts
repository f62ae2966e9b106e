import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { startAgent } from '../kit/editor/agent-process.ts'
import { openEditor } from '../kit/editor/editor.ts'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'

/** A model's question where no person can answer: nothing is chosen for them, by any way in. */

const options = ['Yes, drop it', 'No, keep it']
const question = 'Drop the production database before I go on?'
const environment = { OPENAI_API_KEY: 'none' }

async function asking(given: { question: string; options?: string[] } = { question, options }) {
  const server = await hostModelServer(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: 'Done.' }
      : { calls: [{ tool: 'ask_user', arguments: given }] },
  )
  const told = () => `${server.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content}`
  return { told, endpoint: ['--base-url', server.url, '--model', 'scripted'] }
}

const nobody = /^Nobody can be asked here\. Use your own judgment for what can be undone/

test.each([[options], [undefined]])('on a command line without a terminal (options: %j)', async (offered) => {
  const { told, endpoint } = await asking({ question, ...(offered && { options: offered }) })
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const run = await command(home, ['run', '--project', project, ...endpoint, 'Go ahead.'], environment)
  expect(run).toMatchObject({ code: 0, out: 'Done.\n' })
  expect(told()).toMatch(nobody)
  expect(run.error).toContain(`Not asked, because there is no terminal to ask in: ${question}`)
  expect(run.error).toContain('The model was told that nobody can be asked.')
})

/** An editor over standard input and output. @param answer to a request for permission */
async function editor(answer: (request: acp.RequestPermissionRequest) => acp.RequestPermissionResponse) {
  const { told, endpoint } = await asking()
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const agent = startAgent(home, ['acp', ...endpoint], environment)
  const connection = acp
    .client({ name: 'test-editor' })
    .onNotification('session/update', () => {})
    .onRequest('session/request_permission', ({ params }) => answer(params))
    .connect(agent.stream())
  onTestFinished(() => connection.close())
  await connection.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  const { sessionId } = await connection.agent.request('session/new', { cwd: project, mcpServers: [] })
  const prompt = [{ type: 'text' as const, text: 'Go ahead.' }]
  expect(await connection.agent.request('session/prompt', { sessionId, prompt })).toMatchObject({
    stopReason: 'end_turn',
  })
  return { told, error: agent.error }
}

test('in an editor that can’t ask its user', async () => {
  const { told, error } = await editor(() => {
    throw new Error('no window')
  })
  expect(told()).toMatch(nobody)
  await expect.poll(error).toContain(`Not asked, because the editor could not ask its user: ${question}`)
})

test('in an editor whose user closes the question, or answers it with No answer', async () => {
  const closed = await editor(() => ({ outcome: { outcome: 'cancelled' } }))
  expect(closed.told()).toMatch(/^The user gave no answer\. Use your own judgment/)
  const declined = await editor(({ options: shown }) => {
    const optionId = shown.find(({ name }) => name === 'No answer')?.optionId ?? 'missing'
    return { outcome: { outcome: 'selected', optionId } }
  })
  expect(declined.told()).toMatch(/^The user gave no answer\./)
})

test('in an editor whose user chooses, the choice counts', async () => {
  const { told } = await editor(({ options: shown }) => {
    const optionId = shown.find(({ name }) => name === 'No, keep it')?.optionId ?? 'missing'
    return { outcome: { outcome: 'selected', optionId } }
  })
  expect(told()).toBe('The user answers: No, keep it')
})

test('in a form of an editor nothing is chosen in advance, and a closed form is no answer', async () => {
  const { told, endpoint } = await asking()
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const agent = startAgent(home, ['acp', ...endpoint], environment)
  const shown = await openEditor(agent.stream(), () => ({ action: 'decline' }))
  const { sessionId } = await shown.agent.request('session/new', { cwd: project, mcpServers: [] })
  await shown.prompt(sessionId, 'Go ahead.')
  expect(shown.forms).toHaveLength(1)
  expect(JSON.stringify(shown.forms)).not.toContain('"default"')
  expect(told()).toMatch(/^The user gave no answer\./)
})

type FormReply = { action: 'accept'; content: Record<string, string> } | { action: 'decline' } | null

/** A client of `agent mcp`. @param reply to a form; null: it can't show one */
async function client(reply: FormReply) {
  const { told, endpoint } = await asking()
  const [home, project] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const program = join(import.meta.dirname, '../../src-main/shell-command/agent.js')
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--project', project, ...endpoint],
    env: { ...getDefaultEnvironment(), STRATAGEM_HOME: home, ...environment },
    stderr: 'pipe',
  })
  let error = ''
  transport.stderr?.on('data', (bytes) => {
    error += String(bytes)
  })
  const made = new Client(
    { name: 'test', version: '1' },
    (reply && { capabilities: { elicitation: { form: {} } } }) || {},
  )
  if (reply !== null) made.setRequestHandler('elicitation/create', () => reply)
  onTestFinished(() => made.close())
  await made.connect(transport)
  await made.callTool({ name: 'start_run', arguments: { project, message: 'Go ahead.' } })
  return { told: told(), error: () => error }
}

test('for a client of the Model Context Protocol that can’t ask its user', async () => {
  const { told, error } = await client(null)
  expect(told).toMatch(nobody)
  await expect.poll(error).toContain(`Not asked, because the client can’t ask its user: ${question}`)
})

test('for one whose user declines, chooses, or answers in words', async () => {
  expect((await client({ action: 'decline' })).told).toMatch(/^The user gave no answer\./)
  expect((await client({ action: 'accept', content: {} })).told).toMatch(/^The user gave no answer\./)
  expect((await client({ action: 'accept', content: { answer: 'No, keep it' } })).told).toBe(
    'The user answers: No, keep it',
  )
  expect((await client({ action: 'accept', content: { words: 'Ask Ada.' } })).told).toBe('The user answers: Ask Ada.')
})
