import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const script = join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')
const fake = (name: string, way: string): McpServer => ({
  name,
  transport: { kind: 'stdio', command: process.execPath, args: [script, way], env: {} },
  enabled: true,
  off: [],
  reads: [],
})

test('prompts of servers are commands; their text is the server’s, with hidden characters made visible (T24)', async () => {
  const files = await temporaryProject({})
  const host = await openTestHost()
  const { id: projectId } = await ask(host, 'project-open', { folder: files.folder })
  // One that can't start hides no other.
  for (const [name, way] of [
    ['gone', 'exit'],
    ['notes', 'offers'],
  ] as const)
    await ask(host, 'mcp-save', { server: fake(name, way), before: null })
  // A list waits for servers only for so long; those that start later are in the next one.
  await expect
    .poll(() => ask(host, 'mcp-prompts-list', { projectId }))
    .toEqual([
      {
        server: 'notes',
        prompt: 'review',
        command: 'notes:review',
        hint: 'topic [tone]',
        description: 'Reviews a topic.⟨U+202E⟩',
      },
      { server: 'notes', prompt: 'a talk', command: 'notes:a-talk', hint: '', description: '' },
    ])
  const read = (prompt: string, typed: string) =>
    ask(host, 'mcp-prompt-read', { projectId, server: 'notes', prompt, typed })
  expect(await read('review', '"the parser" kindly')).toEqual({
    text: 'Review the parser, kindly.⟨U+202E⟩',
    images: [],
    note: null,
  })
  expect(await read('a talk', '')).toMatchObject({
    text: 'User:\n\nHello.\n\nAssistant:\n\nHi.\n\nUser:',
    images: [{ width: 1, height: 1 }],
  })
  await expect(read('review', '')).rejects.toThrow('review needs topic.')
  await expect(read('none', '')).rejects.toThrow('does not offer the prompt none')
  const propose = (typed: string) =>
    ask(host, 'mcp-prompt-propose', { projectId, server: 'notes', prompt: 'review', typed })
  expect(await propose('p')).toEqual(['parser', 'printer'])
  // What hides characters is not proposed.
  expect(await propose('e')).toEqual([])
  expect(await ask(host, 'mcp-list', { projectId })).toMatchObject([
    { state: 'failed', offers: { prompts: 0, resources: 0 } },
    { state: 'ready', offers: { prompts: 2, resources: 3 } },
  ])
})

test('resources of servers are found and attached; a replay needs no server', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'Seen.' }))
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const projectId = talk.project.id
  await ask(host, 'mcp-save', { server: fake('notes', 'offers'), before: null })
  expect(await ask(host, 'mcp-test', { server: fake('notes', 'offers'), projectId })).toMatchObject({ ok: true })
  const found = async (query: string) =>
    (await ask(host, 'mentions-find', { projectId, query })).map(({ mention }) => mention)
  await expect
    .poll(() => found('notes'))
    .toEqual(['notes:notes://today', 'notes:notes://picture', 'notes:notes://{day}'])
  expect(await found('notes:notes://to')).toEqual(['notes:notes://today'])
  expect(await found('of today')).toEqual(['notes:notes://today'])
  const message = 'Do @notes:notes://today @notes:notes://picture @notes:notes://binary @notes:notes://none'
  expect(await ask(host, 'mentions-look', { projectId, workspaceId: null, message })).toMatchObject([
    { kind: 'resource', characters: 9, note: null },
    { kind: 'resource', note: null },
    { kind: 'resource', note: null },
    { kind: 'resource', characters: 0, note: expect.stringContaining('No such resource') },
  ])
  const run = await runToEnd(host, talk.message(message))
  const asked = JSON.stringify(server.requests[0]?.messages)
  expect(asked).toContain('Buy milk.')
  expect(asked).not.toContain('\\u001b')
  expect(asked).toContain('data:image/png;base64,')
  expect(asked).toContain('application/zip, 3 bytes: not passed on')
  const [start] = eventsOf(host, run.id)
  expect(start?.type === 'run-start' && start.task).toMatchObject({
    attached: [{}, {}, {}, { characters: 0 }, { kind: 'image' }],
  })
  await host.close()

  const again = await openTestHost({ dataFolder })
  await ask(again, 'mcp-remove', { name: 'notes' })
  expect(await ask(again, 'run-replay', { runId: run.id, verify: true })).toMatchObject({ divergence: null })
})
