import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('what was attached is in the request, the log and later turns; the message stays as it was written', async () => {
  const project = await temporaryProject({ 'a.txt': 'first\n', 'src/b.txt': 'b\n' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project.folder })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  await writeFile(project.at('a.txt'), 'second\n')
  await writeFile(project.at('new.txt'), 'new\n')
  const server = await hostModelServer(() => ({ text: 'Seen.' }))
  const host = await openTestHost()
  const { project: opened, message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const written = 'See @a.txt and @diff.'
  const look = { projectId: opened.id, workspaceId: null, message: written }
  expect((await ask(host, 'mentions-look', look)).map(({ mention }) => mention)).toEqual(['a.txt', 'diff'])
  const run = await runToEnd(host, message(written))
  const sentMessages = JSON.stringify(server.requests[0]?.messages)
  expect(sentMessages).toContain('-first\\n+second')
  expect(sentMessages).toContain('new.txt')
  expect((await ask(host, 'turn-read', { turnId: run.turnId }))?.message).toBe(written)
  const [start] = eventsOf(host, run.id)
  expect(start?.type === 'run-start' && start.task).toMatchObject({
    attached: [{ mention: 'a.txt' }, { mention: 'diff' }],
  })
  await writeFile(project.at('a.txt'), 'third\n')
  await runToEnd(host, message('And now?', { parentId: run.turnId }))
  expect(JSON.stringify(server.requests[1]?.messages)).toContain('second')
  expect(await ask(host, 'run-replay', { runId: run.id, verify: true })).toMatchObject({
    reached: 'outcome',
    divergence: null,
  })
})

test('files, folders, changes and earlier runs can be found', async () => {
  const project = await temporaryProject({ 'src/lib/notes.txt': '', 'other.txt': '' })
  const server = await hostModelServer(() => ({ text: 'Seen.' }))
  const host = await openTestHost()
  const { project: opened, message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const run = await runToEnd(host, message('Fix the total'))
  const found = async (query: string) =>
    (await ask(host, 'mentions-find', { projectId: opened.id, query })).map(({ mention }) => mention)
  expect(await found('lib')).toEqual(['src/lib/notes.txt', 'src/lib/'])
  expect(await found('di')).toContain('diff')
  expect(await found('run:total')).toEqual([`run:${run.id}`])
})

test('a page is not asked for while the message is written, or if pages are off or a rule denies it', async () => {
  const project = await temporaryProject({})
  const host = await openTestHost()
  const { project: opened } = await newTestConversation(host, project.folder, null)
  const look = async () => {
    const params = { projectId: opened.id, workspaceId: null, message: 'See @https://pages.invalid/a' }
    return (await ask(host, 'mentions-look', params))[0]
  }
  expect(await look()).toMatchObject({ kind: 'page', characters: 0, note: expect.stringContaining('Settings') })
  await ask(host, 'settings-write', { webPages: true })
  expect(await look()).toMatchObject({ later: true, note: expect.stringContaining('pages.invalid') })
  const rule = { id: '', projectId: null, tool: 'fetch_page', pattern: '*pages.invalid*', decision: 'deny' as const }
  await ask(host, 'rule-save', { rule })
  expect(await look()).toMatchObject({ note: 'A rule of yours denies this address.' })
})

test('skills are listed for the message box, and what can’t be used with its reason', async () => {
  const project = await temporaryProject({ '.claude/commands/empty.md': '' })
  const dataFolder = await temporaryFolder()
  for (const [name, text] of [
    ['notes', '---\nname: notes\ndescription: Writes notes.\n---\nWrite.'],
    ['broken', 'no front matter'],
  ] as const) {
    await mkdir(join(dataFolder, 'skills', name), { recursive: true })
    await writeFile(join(dataFolder, 'skills', name, 'SKILL.md'), text)
  }
  const host = await openTestHost({ dataFolder })
  const { project: opened } = await newTestConversation(host, project.folder, null)
  const listed = await ask(host, 'skills-list', { projectId: opened.id })
  expect(listed).toEqual([{ name: 'notes', description: 'Writes notes.', source: 'user' }])
  expect(await ask(host, 'left-out-files', { projectId: opened.id })).toEqual([
    {
      file: 'skills/broken/SKILL.md',
      problem: expect.stringContaining('needs a description'),
      isUsed: false,
    },
    { file: '.claude/commands/empty.md', problem: expect.stringContaining('no text'), isUsed: false },
  ])
})
