import { join } from 'node:path'
import type { McpServer } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { editorOn } from '../kit/editor/editor.ts'
import { conversationsIn, editorSession, setOption } from '../kit/editor/editor-session.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { gate, openTestHost, testProfile } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const edit = { tool: 'edit_file', arguments: { path: 'a.txt', old_text: 'two', new_text: 'zwei' } }
const read = { tool: 'read_file', arguments: { path: 'a.txt' } }
const shell = (command: string) => ({ tool: 'shell', arguments: { command } })

test('a prompt streams its message, its calls with whole diffs, its usage and its title', async () => {
  const { editor, sessionId, project, host } = await editorSession((turn) =>
    turn === 0 ? { text: 'I look.', calls: [read] } : turn === 1 ? { calls: [edit] } : { text: 'It is done now.' },
  )
  editor.answers(() => 'allow')
  const end = await editor.prompt(sessionId, 'Translate the second line')
  expect(end).toMatchObject({ stopReason: 'end_turn', _meta: { stratagem: { runId: expect.any(String) } } })
  expect(await project.read('a.txt')).toBe('one\nzwei\nthree\n')
  expect(editor.text()).toBe('I look.It is done now.')
  const ids = editor.of('agent_message_chunk').map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(2)
  const path = project.at('a.txt')
  expect(editor.of('tool_call')).toMatchObject([
    { title: 'Read a.txt', kind: 'read', status: 'pending', locations: [{ path }], rawInput: { path: 'a.txt' } },
    { title: 'Edit a.txt', kind: 'edit', status: 'pending', locations: [{ path }] },
  ])
  const diff = { type: 'diff', path, oldText: 'one\ntwo\nthree\n', newText: 'one\nzwei\nthree\n' }
  const [, editCall] = editor.of('tool_call')
  expect(editor.asked).toMatchObject([
    {
      sessionId,
      toolCall: { toolCallId: editCall?.toolCallId, title: 'Edit a.txt', content: [diff] },
      options: [{ kind: 'allow_once' }, { kind: 'allow_always' }, { kind: 'reject_once' }],
    },
  ])
  const updates = editor.of('tool_call_update').filter(({ toolCallId }) => toolCallId === editCall?.toolCallId)
  expect(updates.flatMap(({ status }) => status ?? [])).toEqual(['in_progress', 'completed'])
  expect(updates.at(-1)).toMatchObject({ content: [diff] })
  expect(editor.of('usage_update').at(-1)).toMatchObject({ used: 110, size: 128_000 })
  expect(editor.of('session_info_update')).toMatchObject([{ title: 'Translate the second line' }])
  expect(await conversationsIn(host, project.folder)).toMatchObject([{ id: sessionId, turns: 1 }])
})

test('a rejected call is not run, an allowed one always is not asked for again, and an editor without a user refuses', async () => {
  const { editor, sessionId, project } = await editorSession((turn) =>
    turn % 2 === 0 ? { calls: [shell(`echo ${turn} >> said.txt`)] } : { text: `Turn ${turn}.` },
  )
  editor.answers(() => 'deny')
  expect(await editor.prompt(sessionId, 'Say it')).toMatchObject({ stopReason: 'end_turn' })
  expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' })
  editor.answers(() => null)
  await editor.prompt(sessionId, 'Say it')
  await expect(project.read('said.txt')).rejects.toThrow()
  editor.answers(() => 'allow')
  await editor.prompt(sessionId, 'Say it')
  expect(await project.read('said.txt')).toBe('4\n')
  expect(editor.asked).toHaveLength(3)
  expect(editor.asked[0]?.toolCall.content).toMatchObject([{ content: { text: '```\necho 0 >> said.txt\n```' } }, {}])
})

test('cancel ends the prompt with a result, closes open calls, and a prompt that waits is not begun', async () => {
  const { editor, sessionId, server } = await editorSession(() => ({ calls: [shell('sleep 60')] }))
  const stopped = gate()
  editor.answers(async () => {
    await editor.agent.notify('session/cancel', { sessionId })
    await stopped.passed
    return null
  })
  const first = editor.prompt(sessionId, 'Wait')
  const second = editor.prompt(sessionId, 'And then this')
  expect(await first).toMatchObject({ stopReason: 'cancelled' })
  expect(await second).toMatchObject({ stopReason: 'cancelled' })
  stopped.open()
  expect(server.requests).toHaveLength(1)
  expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' })
  await editor.agent.notify('session/cancel', { sessionId })
  editor.answers(() => 'deny')
})

test('a request that is canceled stops its run', async () => {
  const waits = gate()
  const { editor, sessionId } = await editorSession(() => ({ text: 'A long answer.', until: waits.passed }))
  const signal = new AbortController()
  const answered = editor.agent.request(
    'session/prompt',
    { sessionId, prompt: [{ type: 'text', text: 'Go' }] },
    { cancellationSignal: signal.signal },
  )
  await editor.until(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
  signal.abort()
  expect(await answered).toMatchObject({ stopReason: 'cancelled' })
  waits.open()
})

test('strategies and presets are modes and an option, models, approval and planning are options, all kept in step', async () => {
  const { editor, sessionId, made, host, project } = await editorSession(() => ({ text: 'Yes.' }))
  expect(made.modes?.currentModeId).toBe('tool-loop')
  expect(made.configOptions?.map(({ id, category }) => [id, category])).toEqual([
    ['mode', 'mode'],
    ['model', 'model'],
    ['approval', '_approval'],
    ['work', '_work'],
  ])
  const names = made.modes?.availableModes.map(({ id }) => id)
  expect(names).toEqual(expect.arrayContaining(['chat', 'retry(tool-loop)', 'reflection', 'auto']))
  await editor.agent.request('session/set_mode', { sessionId, modeId: 'chat' })
  expect(editor.of('config_option_update').at(-1)?.configOptions[0]).toMatchObject({ id: 'mode', currentValue: 'chat' })
  const changed = await setOption(editor, sessionId, 'mode', 'react')
  expect(changed.configOptions.map(({ id }) => id)).toEqual(['mode', 'model', 'effort', 'approval', 'work'])
  expect(editor.of('current_mode_update')).toMatchObject([{ currentModeId: 'react' }])
  await setOption(editor, sessionId, 'mode', 'chat')
  await setOption(editor, sessionId, 'approval', 'everything')
  await setOption(editor, sessionId, 'work', 'plan')
  await editor.prompt(sessionId, 'Is it so?')
  const [run] = host.runs.list((await ask(host, 'project-open', { folder: project.folder })).id, 1)
  expect(run).toMatchObject({
    strategy: { name: 'chat' },
    roles: { default: { profileId: 'prof_test' } },
    approval: 'everything',
    mode: 'plan',
  })
  await expect(editor.agent.request('session/set_mode', { sessionId, modeId: 'none' })).rejects.toMatchObject({
    code: -32602,
  })
  await expect(setOption(editor, sessionId, 'model', 'none')).rejects.toMatchObject({ code: -32602 })
})

test('questions are options by what they mean, and the answer reaches the run', async () => {
  const asks = { tool: 'ask_user', arguments: { question: 'Which one?', options: ['Neither', 'The left one'] } }
  const { editor, sessionId, server } = await editorSession((turn) =>
    turn === 0 ? { calls: [asks] } : { text: 'Good.' },
  )
  editor.answers(({ options }) => options.find(({ name }) => name === 'The left one')?.optionId ?? null)
  await editor.prompt(sessionId, 'Choose')
  expect(editor.asked).toMatchObject([
    {
      toolCall: { title: 'Which one?' },
      options: [{ name: 'Neither', kind: 'allow_once' }, { kind: 'allow_once' }, { kind: 'reject_once' }],
    },
  ])
  expect(server.sent.at(-1)).toContain('The user answers: The left one')
})

test('slash commands are offered, expanded, and compact and resume are the app’s own', async () => {
  const command = '---\ndescription: Looks at a file\n---\nReview $ARGUMENTS with care.\n'
  const { editor, sessionId, server } = await editorSession(() => ({ text: 'Noted.' }), {
    files: { '.stratagem/commands/team/review.md': command },
  })
  const listed = await editor.until(({ sessionUpdate }) => sessionUpdate === 'available_commands_update')
  expect(listed).toMatchObject({
    availableCommands: expect.arrayContaining([
      { name: 'team:review', description: 'Looks at a file', input: { hint: 'arguments' } },
      expect.objectContaining({ name: 'resume' }),
    ]),
  })
  await editor.prompt(sessionId, '/team:review a.txt')
  expect(server.requests).toHaveLength(0)
  editor.answers(({ options }) => options.find(({ kind }) => kind === 'allow_once')?.optionId ?? null)
  await editor.prompt(sessionId, '/team:review a.txt')
  expect(editor.asked.at(-1)?.toolCall.content).toMatchObject([{ content: { text: expect.stringContaining('a.txt') } }])
  expect(server.sent.at(-1)).toContain('Review a.txt with care.')
  await expect(editor.prompt(sessionId, '/resume')).rejects.toMatchObject({ code: expect.any(Number) })
})

test('images, links and embedded text reach the model; files of the project are attached', async () => {
  const { editor, sessionId, server, project } = await editorSession(() => ({ text: 'Seen.' }))
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await editor.prompt(
    sessionId,
    'Look at ',
    { type: 'resource_link', name: 'a.txt', uri: `file://${project.at('a.txt')}` },
    { type: 'resource', resource: { uri: 'file:///elsewhere/b.txt', text: 'Embedded words' } },
    { type: 'image', mimeType: 'image/png', data: pixel },
  )
  const sent = server.sent.at(-1) ?? ''
  for (const part of ['@a.txt', 'one\\ntwo\\nthree', 'Embedded words', pixel]) expect(sent).toContain(part)
  await expect(editor.prompt(sessionId, ' ')).rejects.toMatchObject({ code: -32602 })
})

test('a session is listed, loaded with all that was shown, resumed, and forked into a branch', async () => {
  const { editor, sessionId, host, project, dataFolder, server } = await editorSession((turn) =>
    turn === 0 ? { text: 'First.', calls: [edit] } : { text: `Answer ${turn}.` },
  )
  editor.answers(() => 'allow')
  await editor.prompt(sessionId, 'Change it')
  const shown = editor.text()
  const other = await editorOn(host, { dataFolder })
  const cwd = project.folder
  expect(await other.agent.request('session/list', { cwd })).toMatchObject({
    sessions: [{ sessionId, cwd, title: 'Change it', updatedAt: expect.any(String) }],
  })
  const loaded = await other.agent.request('session/load', { sessionId, cwd, mcpServers: [] })
  expect(loaded.configOptions?.find(({ id }) => id === 'model')).toMatchObject({ currentValue: 'prof_test' })
  expect(other.of('user_message_chunk')).toMatchObject([{ content: { text: 'Change it' } }])
  expect(other.text()).toBe(shown)
  expect(other.of('tool_call')).toHaveLength(1)
  expect(other.of('tool_call_update').at(-1)).toMatchObject({
    status: 'completed',
    content: [{ type: 'diff', oldText: expect.stringContaining('two'), newText: expect.stringContaining('zwei') }],
  })
  const fork = await other.agent.request<{ sessionId: string }>('session/fork', { sessionId, cwd, mcpServers: [] })
  expect(fork.sessionId).not.toBe(sessionId)
  await other.prompt(fork.sessionId, 'On the fork')
  await editor.prompt(sessionId, 'On the first')
  expect(server.sent.at(-1)).not.toContain('On the fork')
  const [conversation] = await conversationsIn(host, cwd)
  expect(conversation).toMatchObject({ id: sessionId, turns: 3, branches: 2 })
  const third = await editorOn(host, { dataFolder })
  expect((await third.agent.request('session/list', { cwd })).sessions).toHaveLength(2)
  await third.agent.request('session/load', { sessionId: fork.sessionId, cwd, mcpServers: [] })
  expect(third.of('user_message_chunk').map(({ content }) => content)).toMatchObject([
    { text: 'Change it' },
    { text: 'On the fork' },
  ])
  await third.agent.request('session/resume', { sessionId, cwd })
  await third.prompt(sessionId, 'Once more')
  expect(server.sent.at(-1)).toContain('On the first')
  await expect(
    third.agent.request('session/load', { sessionId: 'conv_none', cwd, mcpServers: [] }),
  ).rejects.toMatchObject({ code: -32002 })
})

test('a closed session is gone, and one without a message leaves nothing', async () => {
  const { editor, sessionId, host, project } = await editorSession(() => ({ text: 'Hello.' }))
  await editor.agent.request('session/close', { sessionId })
  expect(await conversationsIn(host, project.folder)).toEqual([])
  await expect(editor.prompt(sessionId, 'Hello?')).rejects.toMatchObject({ code: -32002 })
})

test('a run that fails is an error with what to do', async () => {
  const { editor, sessionId } = await editorSession(() => ({ status: 401, body: '{"error":{"message":"no"}}' }))
  await expect(editor.prompt(sessionId, 'Hello')).rejects.toMatchObject({
    code: -32603,
    data: { kind: 'model-key-refused' },
  })
})

test('servers that the editor hands over are asked for, and their tools pass the gate', async () => {
  const host = await openTestHost()
  const project = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) =>
    turn === 1 ? { calls: [{ tool: 'mcp__notes__add', arguments: { a: 20, b: 22 } }] } : { text: 'Done.' },
  )
  await ask(host, 'profile-save', { profile: testProfile(server.url), key: null })
  const editor = await editorOn(host)
  const program = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')
  // Known tools: on a busy machine a new server may be later than a run waits for it.
  const transport = { kind: 'stdio' as const, command: process.execPath, args: [program], env: {} }
  const known = { name: 'notes', transport, enabled: true, off: [], reads: [] }
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  expect(await ask(host, 'mcp-test', { server: known, projectId })).toMatchObject({ ok: true })
  const mcpServers: McpServer[] = [{ name: 'notes', command: process.execPath, args: [program], env: [] }]
  const begin = async () => {
    const { sessionId } = await editor.agent.request('session/new', { cwd: project.folder, mcpServers })
    await setOption(editor, sessionId, 'model', 'prof_test')
    return sessionId
  }
  const offered = () => server.requests.at(-1)?.tools?.some((tool) => tool.function.name.startsWith('mcp__notes__'))
  const titles = () => editor.asked.map(({ toolCall }) => toolCall.title)
  editor.answers(() => null)
  await editor.prompt(await begin(), 'Not with it')
  expect(offered()).toBe(false)
  editor.answers(
    ({ options }) =>
      options.find(({ optionId }) => optionId.startsWith('allow-always') || optionId === 'allow')?.optionId ?? null,
  )
  await editor.prompt(await begin(), 'With it')
  expect(offered()).toBe(true)
  const question = 'Use the MCP server notes of your editor?'
  expect(titles()).toEqual([question, question, expect.stringContaining('add')])
  expect(server.sent.at(-1)).toContain('42')
})
