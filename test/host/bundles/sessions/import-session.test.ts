import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../../src-main/host/host.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { bundleOf, importInto } from '../bundle-kit.ts'
import { sessionFile } from './session-kit.ts'

async function projectOf(host: Host, folder: string): Promise<string> {
  return (await ask(host, 'project-open', { folder })).id
}

test('a session is imported into a project, marked, found by search and exported, and imported once', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const host = await openTestHost()
  const projectId = await projectOf(host, folder)
  const bytes = sessionFile('claude-code-edit.jsonl')
  const report = await importInto(host, bytes, projectId)
  expect(report).toMatchObject({ projectId, turns: 3, runs: 3, title: 'Rounding of invoice totals', notes: [] })
  const { turns } = await ask(host, 'conversation-open', { conversationId: report.conversationId })
  const [first, second, third] = turns
  expect([second?.parentId, third?.parentId]).toEqual([first?.id, first?.id])
  const run = first?.runs[0]
  expect(run).toMatchObject({ imported: true, recordedBy: 'claude-code', status: 'completed', before: null })
  const { hits } = await ask(host, 'history-search', { projectId, query: 'rounds once' })
  expect(hits.map(({ runId }) => runId)).toContain(run?.id)
  const exported = await ask(host, 'export-prepare', {
    subject: { kind: 'conversation', id: report.conversationId },
    format: 'markdown',
  })
  expect(exported).toMatchObject({ notes: [] })
  expect(await importInto(host, bytes, projectId)).toMatchObject({
    already: true,
    conversationId: report.conversationId,
  })
})

test('an imported session is only read: nothing continues it, verifies it or branches from it', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const host = await openTestHost()
  const { conversationId } = await importInto(host, sessionFile('codex-patch.jsonl'), await projectOf(host, folder))
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  const turnId = turns[0]?.id ?? ''
  const runId = turns[0]?.runs[0]?.id ?? ''
  const chat = { name: 'chat', options: {} }
  const start = { parentId: turnId, message: 'Go on.', strategy: chat, roles: {}, mode: 'act', approval: 'ask' }
  const refused = 'This conversation was recorded by Codex, so it can only be read here.'
  const fork = { runId, path: '0', approval: null, message: null, answer: null, roles: {}, strategy: chat }
  for (const [method, params, message] of [
    ['run-start', { conversationId, ...start }, refused],
    ['run-resume', { runId }, refused],
    ['run-fork', fork, refused],
    [
      'run-replay',
      { runId, verify: true },
      'The run can’t be verified: Codex did it, not one of Stratagem’s strategies.',
    ],
  ] as const)
    expect([method, await host.handle(method, params)]).toMatchObject([method, { ok: false, failure: { message } }])
})

test('a bundle of an imported session stays what it is on the next machine', async () => {
  const first = await openTestHost()
  const { conversationId } = await importInto(first, sessionFile('opencode-export.json'))
  const { bytes, notes } = await bundleOf(first, { kind: 'conversation', id: conversationId })
  expect(notes).toEqual([])
  const second = await openTestHost()
  const again = await importInto(second, bytes)
  const { turns } = await ask(second, 'conversation-open', { conversationId: again.conversationId })
  expect(turns[0]?.runs[0]).toMatchObject({ recordedBy: 'opencode', imported: true })
})

const put = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('sessions of all three tools are found for the project’s folder alone, and imported by their ids', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const homeFolder = await temporaryFolder()
  const here = (name: string) => sessionFile(name).toString().replaceAll('/home/ada/invoice', folder)
  const slug = folder.replaceAll(/[^a-zA-Z0-9]/g, '-')
  const claude = join(homeFolder, '.claude', 'projects')
  put(join(claude, slug, 'session-one.jsonl'), here('claude-code-helper.jsonl'))
  put(
    join(claude, slug, 'session-one', 'subagents', 'agent-ae267a1.jsonl'),
    here('claude-code-helper-agent-ae267a1.jsonl'),
  )
  put(join(claude, slug, 'other-folder.jsonl'), sessionFile('claude-code-edit.jsonl'))
  put(join(claude, 'elsewhere', 'session-two.jsonl'), here('claude-code-edit.jsonl'))
  symlinkSync(join(claude, 'elsewhere', 'session-two.jsonl'), join(claude, slug, 'link.jsonl'))
  const codex = join(homeFolder, '.codex', 'sessions', '2026', '02', '11')
  put(join(codex, 'rollout-2026-02-11T10-00-00-1.jsonl'), here('codex-patch.jsonl'))
  put(join(codex, 'rollout-2026-02-11T11-00-00-2.jsonl'), sessionFile('codex-aborted.jsonl'))
  const storage = join(homeFolder, '.local', 'share', 'opencode', 'storage')
  for (const name of ['opencode-helper.json', 'opencode-helper-child.json']) putStored(storage, JSON.parse(here(name)))

  const host = await openTestHost({ homeFolder })
  const projectId = await projectOf(host, folder)
  const found = await ask(host, 'sessions-find', { projectId })
  expect(found.map(({ tool, id, title }) => [tool, id, title]).toSorted()).toEqual([
    ['claude-code', 'session-one', 'Where are the totals computed?'],
    ['codex', '2026-02-11T10-00-00-1', 'Fix the rounding'],
    ['opencode', 'ses_1', 'Find totals'],
  ])
  for (const { tool, id } of found) {
    const { conversationId } = await ask(host, 'session-import', { projectId, tool, id })
    const { turns } = await ask(host, 'conversation-open', { conversationId })
    expect(turns[0]?.runs[0]).toMatchObject({ recordedBy: tool, totals: { steps: tool === 'codex' ? 5 : 7 } })
  }
  const unknown = { projectId, tool: 'claude-code', id: '../elsewhere/session-two' }
  expect(await host.handle('session-import', unknown)).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
})

interface Exported {
  readonly info: { readonly id: string }
  readonly messages: readonly {
    readonly info: { readonly id: string }
    readonly parts: readonly { readonly id: string }[]
  }[]
}

/** As opencode stores it: a file for each of its parts. */
function putStored(storage: string, { info, messages }: Exported): void {
  put(join(storage, 'session', 'global', `${info.id}.json`), JSON.stringify(info))
  for (const message of messages) {
    const { id } = message.info
    put(join(storage, 'message', info.id, `${id}.json`), JSON.stringify(message.info))
    for (const part of message.parts) put(join(storage, 'part', id, `${part.id}.json`), JSON.stringify(part))
  }
}

/** As opencode stores it since 2026: one database, whose rows hold JSON without its ids. */
function putInDatabase(file: string, sessions: readonly Exported[], parentOf: { readonly [id: string]: string }) {
  mkdirSync(dirname(file), { recursive: true })
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  database.exec(`CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
    directory text NOT NULL, title text NOT NULL, version text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL);
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
      time_updated integer NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
      time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL)`)
  const withoutIds = (value: object) =>
    JSON.stringify({ ...value, id: undefined, sessionID: undefined, messageID: undefined })
  for (const { info, messages } of sessions) {
    const { title, directory } = z.object({ title: z.string(), directory: z.string() }).parse(info)
    const session = [info.id, 'global', parentOf[info.id] ?? null, 'slug', directory, title, '1.2.3', 1, 2]
    database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(session)
    messages.forEach((message, at) => {
      const row = [message.info.id, info.id, at, at, withoutIds(message.info)]
      database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run(row)
      for (const part of message.parts) {
        const rows = [part.id, message.info.id, info.id, at, at, withoutIds(part)]
        database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)').run(rows)
      }
    })
  }
  return database
}

test('sessions in opencode’s database are read while it is used and after, and nothing next to it changes', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const homeFolder = await temporaryFolder()
  const data = join(homeFolder, '.local', 'share', 'opencode')
  const sessions = ['opencode-helper.json', 'opencode-helper-child.json'].map(
    (name): Exported => JSON.parse(sessionFile(name).toString().replaceAll('/home/ada/invoice', folder)),
  )
  const [own, child] = sessions.map(({ info }) => info.id)
  for (const session of sessions) putStored(join(data, 'storage'), session)
  const database = putInDatabase(join(data, 'opencode.db'), sessions, { [child ?? '']: own ?? '' })
  const host = await openTestHost({ homeFolder })
  const projectId = await projectOf(host, folder)
  const look = async () => {
    const before = readdirSync(data)
    const found = await ask(host, 'sessions-find', { projectId })
    expect(readdirSync(data)).toEqual(before)
    return found.map(({ tool, id, title, at }) => [tool, id, title, at])
  }
  // The newest is only in its log so far.
  database.prepare("UPDATE session SET title = 'Renamed' WHERE id = ?").run(own)
  expect(await look()).toEqual([['opencode', own, 'Renamed', 2]])
  const first = await ask(host, 'session-import', { projectId, tool: 'opencode', id: own ?? '' })
  database.close()
  const bytes = readFileSync(join(data, 'opencode.db'))
  expect(await look()).toEqual([['opencode', own, 'Renamed', 2]])
  const again = await ask(host, 'session-import', { projectId, tool: 'opencode', id: own ?? '' })
  expect(again).toMatchObject({ already: true, conversationId: first.conversationId })
  expect(readFileSync(join(data, 'opencode.db')).equals(bytes)).toBe(true)
  const { turns } = await ask(host, 'conversation-open', { conversationId: first.conversationId })
  expect(turns[0]?.runs[0]).toMatchObject({ recordedBy: 'opencode', totals: { steps: 7 } })
})

test('a database that is none, or in another form, hides no other session', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const homeFolder = await temporaryFolder()
  const data = join(homeFolder, '.local', 'share', 'opencode')
  const session: Exported = JSON.parse(
    sessionFile('opencode-helper-child.json').toString().replaceAll('/home/ada/invoice', folder),
  )
  const { parentID: _, ...info } = z.object({ id: z.string(), parentID: z.unknown() }).loose().parse(session.info)
  putStored(join(data, 'storage'), { ...session, info })
  const host = await openTestHost({ homeFolder })
  const projectId = await projectOf(host, folder)
  const count = async () => (await ask(host, 'sessions-find', { projectId })).length
  put(join(data, 'opencode.db'), 'not a database')
  expect(await count()).toBe(1)
  put(join(data, 'opencode.db'), '')
  expect(await count()).toBe(1)
})

test('a session that went on takes the place of its earlier import, which can be restored', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const host = await openTestHost()
  const projectId = await projectOf(host, folder)
  for (const name of ['claude-code-edit.jsonl', 'codex-patch.jsonl', 'opencode-export.json']) {
    const whole = sessionFile(name)
    const shorter = name.endsWith('.json')
      ? Buffer.from(JSON.stringify({ ...JSON.parse(whole.toString()), version: 'earlier' }))
      : whole.subarray(0, whole.lastIndexOf(10, whole.length - 2) + 1)
    const first = await importInto(host, shorter, projectId)
    await ask(host, 'conversation-mark', { conversationId: first.conversationId, mark: 'pinned' })
    const second = await importInto(host, whole, projectId)
    expect([name, second.already, second.updated]).toEqual([name, false, true])
    const list = await ask(host, 'conversations-list', { projectId })
    expect(list.find(({ id }) => id === second.conversationId)).toMatchObject({ mark: 'pinned' })
    expect(list.map(({ id }) => id)).not.toContain(first.conversationId)
    await ask(host, 'conversation-undelete', { conversationId: first.conversationId })
    expect((await ask(host, 'conversation-open', { conversationId: first.conversationId })).turns).not.toEqual([])
    await ask(host, 'conversation-delete', { conversationId: first.conversationId })
    expect(await importInto(host, whole, projectId)).toMatchObject({ already: true, updated: false })
  }
})

test('an answer whose cost is not recorded has the list price of its day; a recorded cost stays', async () => {
  const host = await openTestHost()
  const costOf = async (name: string, change = (text: string) => text) => {
    const { conversationId } = await importInto(host, Buffer.from(change(sessionFile(name).toString())))
    const { turns } = await ask(host, 'conversation-open', { conversationId })
    return turns.flatMap(({ runs }) => runs.map(({ totals }) => totals.cost))
  }
  for (const cost of await costOf('codex-patch.jsonl')) expect(cost).toBeGreaterThan(0)
  expect(
    await costOf('codex-2025-old.jsonl', (text) => text.replaceAll(/"model":"[^"]*"/g, '"model":"my-own"')),
  ).toEqual([expect.toSatisfy((cost) => cost === null || cost === 0)])
})
