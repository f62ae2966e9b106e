import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { findCline } from '../../../../src-main/host/bundles/sessions/others/find-others.ts'
import { toolFolders } from '../../../../src-main/host/bundles/sessions/tool-folders.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'

const put = (path: string, ...values: readonly unknown[]): void => {
  mkdirSync(dirname(path), { recursive: true })
  const text = values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')
  writeFileSync(path, text)
}
const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString()

const gemini = (said: string) => [
  { id: '1', timestamp: time(0), type: 'user', content: said },
  { id: '2', timestamp: time(1), type: 'gemini', content: 'Done.', model: 'gemini-3-pro' },
]
const head = { sessionId: 's', projectHash: 'h', startTime: time(0) }
const pi = (cwd: string, said: string) => [
  { type: 'session', version: 3, id: 'x', cwd, timestamp: time(0) },
  { type: 'message', id: '1', parentId: null, timestamp: time(0), message: { role: 'user', content: said } },
  {
    type: 'message',
    id: '2',
    parentId: '1',
    timestamp: time(1),
    message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'stop' },
  },
]
const cline = (said: string) => [
  { role: 'user', content: [{ type: 'text', text: `<task>\n${said}\n</task>` }] },
  { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
]

test('sessions of Gemini CLI, pi and Cline are found for the project’s folder alone, and imported by their ids', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const homeFolder = await temporaryFolder()
  const places = toolFolders({ homeFolder })
  const hash = createHash('sha256').update(folder).digest('hex')
  const chats = (project: string) => join(places.gemini, 'tmp', project, 'chats')
  put(join(chats(hash), 'session-2025-09-01T10-00-a.json'), { ...head, messages: gemini('By hash.') })
  put(join(chats(hash), 'session-2025-09-01T10-00-none.json'), { ...head, messages: [] })
  put(join(places.gemini, 'projects.json'), { projects: { [folder]: 'listed', '/elsewhere': 'other' } })
  put(join(chats('listed'), 'session-2026-03-01T10-00-b.jsonl'), head, ...gemini('By the list.'))
  put(join(places.gemini, 'tmp', 'marked', '.project_root'), folder)
  put(join(chats('marked'), 'session-2026-03-01T10-00-c.jsonl'), head, ...gemini('By its mark.'))
  put(join(chats('other'), 'session-2026-03-01T10-00-d.jsonl'), head, ...gemini('Of another project.'))
  put(join(places.pi, '--home-ada--', '2026-01-01_x.jsonl'), ...pi(folder, 'With pi.'))
  put(join(places.pi, '--home-ada--', '2026-01-02_y.jsonl'), ...pi('/elsewhere', 'Of another project.'))
  const [terminal = '', code = ''] = places.cline
  const history = (id: string, cwd: string, task: string) => ({ id, ts: 1, task, cwdOnTaskInitialization: cwd })
  put(join(code, 'state', 'taskHistory.json'), [history('1', folder, 'With Cline.'), history('2', '/elsewhere', 'No.')])
  put(join(code, 'tasks', '1', 'api_conversation_history.json'), cline('With Cline.'))
  put(join(code, 'tasks', '2', 'api_conversation_history.json'), cline('No.'))
  put(join(terminal, 'state', 'taskHistory.json'), [
    history('3', folder, 'In a terminal.'),
    history('../4', folder, 'No.'),
  ])
  put(join(terminal, 'tasks', '3', 'ui_messages.json'), [
    { ts: 1, type: 'say', say: 'task', text: 'In a terminal.' },
    { ts: 2, type: 'say', say: 'api_req_started', text: '{}' },
    { ts: 3, type: 'say', say: 'completion_result', text: 'Done.' },
  ])

  const host = await openTestHost({ homeFolder })
  const { id: projectId } = await ask(host, 'project-open', { folder })
  const found = await ask(host, 'sessions-find', { projectId })
  expect(found.map(({ tool, title }) => [tool, title]).toSorted()).toEqual([
    ['cline', 'In a terminal.'],
    ['cline', 'With Cline.'],
    ['gemini-cli', 'By hash.'],
    ['gemini-cli', 'By its mark.'],
    ['gemini-cli', 'By the list.'],
    ['pi', 'With pi.'],
  ])
  for (const { tool, id, title } of found) {
    const { conversationId } = await ask(host, 'session-import', { projectId, tool, id })
    const { turns } = await ask(host, 'conversation-open', { conversationId })
    expect([turns[0]?.message, turns[0]?.runs[0]?.status, turns[0]?.runs[0]?.recordedBy]).toEqual([
      title,
      'completed',
      tool,
    ])
  }
})

test('lists of other tools that are broken, or no lists, give no sessions', async () => {
  const place = await temporaryFolder()
  const folders = new Set(['/p'])
  expect(await findCline(place, folders)).toEqual([])
  for (const text of ['{', '{"a": 1}', '[1, null, {"id": "a"}]', '['.repeat(100_000)]) {
    put(join(place, 'state', 'taskHistory.json'), text)
    expect(await findCline(place, folders)).toEqual([])
  }
})
