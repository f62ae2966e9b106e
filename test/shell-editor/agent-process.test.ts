import { expect, test, vi } from 'vitest'
import { startAgent } from '../kit/editor/agent-process.ts'
import { openEditor } from '../kit/editor/editor.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { gate, temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Each starts processes of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

test('framing: only messages on standard output, errors by their codes, version 1 whatever is asked for, exit at its end', async () => {
  const agent = startAgent(await temporaryFolder(), ['acp'])
  const files = await temporaryProject({})
  const call = async (id: number, method: string, params: unknown) => {
    agent.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return agent.next()
  }
  const newSession = { cwd: files.folder, mcpServers: [] }
  expect(await call(1, 'session/new', newSession)).toMatchObject({ id: 1, error: { code: -32600 } })
  agent.write('this is no JSON')
  expect(await agent.next()).toMatchObject({ id: null, error: { code: -32700 } })
  expect(await call(2, 'initialize', { protocolVersion: '1' })).toMatchObject({ id: 2, error: { code: -32602 } })
  for (const [id, protocolVersion] of [
    [3, 0],
    [4, 2],
    [5, 1],
  ] as const)
    expect(await call(id, 'initialize', { protocolVersion })).toMatchObject({
      id,
      result: {
        protocolVersion: 1,
        authMethods: [],
        agentCapabilities: {
          loadSession: true,
          sessionCapabilities: { list: {}, fork: {}, resume: {}, close: {}, delete: {} },
        },
      },
    })
  expect(await call(6, 'no/such', {})).toMatchObject({ id: 6, error: { code: -32601 } })
  expect(await call(7, 'session/new', { ...newSession, cwd: 'relative' })).toMatchObject({ error: { code: -32602 } })
  expect(await call(8, 'session/new', { ...newSession, cwd: files.at('missing') })).toMatchObject({
    error: { code: -32602 },
  })
  const made = await call(9, 'session/new', newSession)
  expect(made).toMatchObject({ id: 9, result: { sessionId: expect.any(String) } })
  expect(await agent.next()).toMatchObject({ params: { update: { sessionUpdate: 'available_commands_update' } } })
  agent.end()
  expect(await agent.exited).toBe(0)
})

test('a run that was killed with its agent is loaded as interrupted, and resumed', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const never = gate()
  const server = await hostModelServer((_asked, turn) =>
    turn === 0
      ? { text: 'Reading.', calls: [{ tool: 'read_file', arguments: { path: 'a.txt' } }] }
      : turn === 1
        ? { text: 'An answer that is cut off.', until: never.passed }
        : { text: 'The whole answer.' },
  )
  const args = ['acp', '--base-url', server.url, '--model', 'm1']
  const first = startAgent(home, args)
  const editor = await openEditor(first.stream())
  const cwd = files.folder
  const { sessionId } = await editor.agent.request('session/new', { cwd, mcpServers: [] })
  const cut = editor.prompt(sessionId, 'Read it').catch((thrown: unknown) => thrown)
  await editor.until(
    (update) =>
      update.sessionUpdate === 'agent_message_chunk' &&
      'text' in update.content &&
      update.content.text.startsWith('An answer'),
  )
  first.kill()
  expect(await cut).toBeInstanceOf(Error)
  never.open()
  const again = await openEditor(startAgent(home, args).stream())
  await again.agent.request('session/load', { sessionId, cwd, mcpServers: [] })
  expect(again.of('tool_call')).toMatchObject([{ title: 'Read a.txt' }])
  expect(again.text()).toContain('Reading.')
  expect(again.text()).toMatch(/interrupted|still working/)
  expect(await again.prompt(sessionId, '/resume')).toMatchObject({ stopReason: 'end_turn' })
  expect(again.text()).toContain('The whole answer.')
  expect(server.requests).toHaveLength(3)
})

test('an approval that waited when its editor went is asked for again once the run is resumed', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const edit = { tool: 'edit_file', arguments: { path: 'a.txt', old_text: 'one', new_text: 'two' } }
  const server = await hostModelServer((_asked, turn) => (turn === 0 ? { calls: [edit] } : { text: 'Changed.' }))
  const args = ['acp', '--base-url', server.url, '--model', 'm1']
  const first = startAgent(home, args)
  const editor = await openEditor(first.stream())
  const never = gate()
  editor.answers(async () => {
    first.end()
    await never.passed
    return null
  })
  const cwd = files.folder
  const { sessionId } = await editor.agent.request('session/new', { cwd, mcpServers: [] })
  await expect(editor.prompt(sessionId, 'Change it')).rejects.toThrow()
  never.open()
  expect(await first.exited).toBe(0)
  expect(await files.read('a.txt')).toBe('one\n')
  const again = await openEditor(startAgent(home, args).stream())
  again.answers(() => 'allow')
  await again.agent.request('session/load', { sessionId, cwd, mcpServers: [] })
  expect(again.of('tool_call')).toMatchObject([{ title: 'Edit a.txt' }])
  expect(await again.prompt(sessionId, '/resume')).toMatchObject({ stopReason: 'end_turn' })
  expect(again.asked).toMatchObject([{ toolCall: { title: 'Edit a.txt' } }])
  expect(await files.read('a.txt')).toBe('two\n')
  expect(server.requests).toHaveLength(2)
})
