import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { editorOn } from '../kit/editor/editor.ts'
import { conversationsIn, editorSession, setOption } from '../kit/editor/editor-session.ts'
import { eventsOf, gate } from '../kit/host/host-open.ts'

test('an answer that is cut off by a cancel is said once, also to an editor that loads it', async () => {
  const never = gate()
  const { editor, sessionId, host, project } = await editorSession(() => ({ text: 'Half of it', until: never.passed }))
  const answered = editor.prompt(sessionId, 'Say it')
  await editor.until(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
  await editor.agent.notify('session/cancel', { sessionId })
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await answered).toMatchObject({ stopReason: 'cancelled' })
  never.open()
  expect(editor.text()).toBe('Half ')
  const other = await editorOn(host)
  await other.agent.request('session/load', { sessionId, cwd: project.folder, mcpServers: [] })
  expect(other.text().match(/Half/g)).toHaveLength(1)
})

test('a session that was made by an editor that ended is there for the next one, and then in the history', async () => {
  const { editor, sessionId, host, project, projectId, dataFolder } = await editorSession(() => ({ text: 'Hello.' }))
  editor.close()
  await expect.poll(() => conversationsIn(host, project.folder)).toEqual([])
  const next = await editorOn(host, { dataFolder })
  await next.agent.request('session/resume', { sessionId, cwd: project.folder })
  await setOption(next, sessionId, 'model', 'prof_test')
  await next.prompt(sessionId, 'Hello?')
  expect(await conversationsIn(host, project.folder)).toMatchObject([{ id: sessionId, turns: 1, title: 'Hello?' }])
  const [run] = host.runs.list(projectId, 1)
  expect(eventsOf(host, run?.id ?? '').map(({ type }) => type)).toEqual(
    expect.arrayContaining(['run-start', 'model-start', 'model-end', 'run-end']),
  )
  expect(run).toMatchObject({ status: 'completed', text: 'Hello.', conversationId: sessionId })
})

test('a deleted session is hidden and not loaded; deleting a fork leaves its conversation', async () => {
  const { editor, sessionId, host, project } = await editorSession(() => ({ text: 'Hello.' }))
  await editor.prompt(sessionId, 'First')
  const cwd = project.folder
  const fork = await editor.agent.request<{ sessionId: string }>('session/fork', { sessionId, cwd, mcpServers: [] })
  const listed = async () =>
    (await editor.agent.request('session/list', { cwd })).sessions.map((each) => each.sessionId)
  expect((await listed()).sort()).toEqual([sessionId, fork.sessionId].sort())
  await editor.agent.request('session/delete', { sessionId: fork.sessionId })
  expect(await listed()).toEqual([sessionId])
  await editor.prompt(sessionId, 'Second')
  await editor.agent.request('session/delete', { sessionId })
  expect(await listed()).toEqual([])
  expect(await conversationsIn(host, cwd)).toEqual([])
  for (const id of [sessionId, fork.sessionId, 'conv_none'])
    await expect(editor.agent.request('session/load', { sessionId: id, cwd, mcpServers: [] })).rejects.toMatchObject({
      code: -32002,
    })
  await editor.agent.request('session/delete', { sessionId: 'conv_none' })
  // As in the window, where it can be brought back.
  await ask(host, 'conversation-undelete', { conversationId: sessionId })
  await editor.agent.request('session/load', { sessionId, cwd, mcpServers: [] })
  expect(editor.of('user_message_chunk')).toHaveLength(2)
})

test('prompts of MCP servers are commands, whose text is shown before it is sent', async () => {
  const { editor, host, sessionId, projectId, server } = await editorSession(() => ({ text: 'Reviewed.' }))
  const program = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')
  const transport = { kind: 'stdio' as const, command: process.execPath, args: [program, 'offers'], env: {} }
  const notes = { name: 'notes', transport, enabled: true, off: [], reads: [] }
  await ask(host, 'mcp-save', { server: notes, before: null })
  await ask(host, 'mcp-test', { server: notes, projectId })
  const listed = await editor.until(
    (each) => each.sessionUpdate === 'available_commands_update' && JSON.stringify(each).includes('notes:review'),
  )
  expect(listed).toMatchObject({
    availableCommands: expect.arrayContaining([
      {
        name: 'notes:review',
        description: expect.stringContaining('Reviews a topic.'),
        input: { hint: 'topic [tone]' },
      },
    ]),
  })
  await expect(editor.prompt(sessionId, '/notes:review')).rejects.toThrow('topic')
  editor.answers(() => 'keep')
  await editor.prompt(sessionId, '/notes:review parsers')
  expect(server.requests).toHaveLength(0)
  editor.answers(() => 'send')
  await editor.prompt(sessionId, '/notes:review parsers')
  expect(editor.asked.at(-1)).toMatchObject({
    toolCall: {
      title: 'Send the text of the prompt review of the MCP server notes?',
      content: [{ content: { text: expect.stringContaining('Review parsers, plainly.') } }],
    },
  })
  expect(server.sent.at(-1)).toContain('Review parsers, plainly.')
})

test('a server with a transport that is not offered is said to be unused, once', async () => {
  const { editor, project } = await editorSession(() => ({ text: 'Yes.' }))
  const { sessionId } = await editor.agent.request('session/new', {
    cwd: project.folder,
    mcpServers: [{ type: 'sse', name: 'old', url: 'http://127.0.0.1:9/sse', headers: [] }],
  })
  await setOption(editor, sessionId, 'model', 'prof_test')
  await editor.prompt(sessionId, 'Go')
  await editor.prompt(sessionId, 'Go')
  expect(editor.text().match(/MCP server old/g)).toHaveLength(1)
  expect(editor.asked).toEqual([])
})
