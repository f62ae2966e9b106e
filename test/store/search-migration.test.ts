import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { findIn } from '../../src-main/host/search/find.ts'
import { indexOld } from '../../src-main/host/search/index-old.ts'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { digestedTables } from '../../src-main/store/database/row-digests.ts'
import type { RunEvent } from '../../src-shared/run/event.ts'
import { conversationId, fill, projectId, sampleRun, temporaryFolder, temporaryStore } from './sample-store.ts'

const result = (seq: number, text: string): RunEvent => ({
  seq,
  at: seq,
  ms: seq,
  type: 'tool-end',
  path: `0.${seq}`,
  outcome: {
    ok: true,
    value: { callId: 'c', tool: 'read_file', ok: true, text, summary: '', durationMs: 1, data: null },
  },
  body: { kind: 'none' },
  durationMs: 1,
})

/** A database as the version before left it, with one conversation. */
function oldDatabase(): string {
  const file = join(temporaryFolder(), 'a.db')
  const store = temporaryStore(file)
  fill(store)
  store.runs.create(sampleRun('run_1', { status: 'completed' }), 'host_1')
  store.events.append('run_1', [result(0, 'alder'), result(1, 'birch')])
  store.close()
  const database = new Sqlite(file)
  for (const table of Object.keys(digestedTables)) {
    for (const trigger of ['made', 'kept']) database.exec(`DROP TRIGGER ${table}_digest_${trigger}`)
    database.exec(`ALTER TABLE ${table} DROP COLUMN digest`)
  }
  for (const table of ['search_text', 'search_inside', 'search_names', 'search_entries', 'search_progress'])
    database.exec(`DROP TABLE ${table}`)
  const first = /CREATE TABLE search_entries[\s\S]*?'unicode61 remove_diacritics 2'\);/.exec(migrations[0]?.sql ?? '')
  database.exec(first?.[0] ?? '')
  database.exec("INSERT INTO search_entries VALUES (1, 'conv_1', 'turn_1', NULL, 'proj_1')")
  database.exec("INSERT INTO search_text (rowid, text) VALUES (1, 'Make it go')")
  for (const table of ['imports', 'kept_changes']) database.exec(`DROP TABLE ${table}`)
  for (const { name } of laterTables(database)) database.exec(`DROP TABLE IF EXISTS "${name}"`)
  database.pragma('user_version = 2')
  database.close()
  return file
}

/** Of later migrations than the one that is looked at. */
function laterTables(database: Sqlite.Database): { name: string }[] {
  const made = migrations
    .slice(3)
    .flatMap(({ sql }) => [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name))
  const there = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return there.flatMap((row) =>
    typeof row === 'object' && row !== null && 'name' in row && made.includes(String(row.name))
      ? [{ name: String(row.name) }]
      : [],
  )
}

test('what was searched before is found again, put in piece by piece after the start', async () => {
  const file = oldDatabase()
  openDatabase(file, migrations).close()
  const store = temporaryStore(file)
  expect(findIn(store, 'birch', projectId, 0).hits).toEqual([])
  const end = indexOld(store)
  await expect.poll(() => store.search.behind(5)).toEqual({ turns: [], runs: [] })
  end()
  for (const [word, hit] of [
    ['birch', { kind: 'result', who: 'read_file', runId: 'run_1', path: '0.1' }],
    ['make', { kind: 'message', who: '', runId: null, path: null }],
    ['engine', { kind: 'title', turnId: null }],
  ] as const)
    expect(findIn(store, word, projectId, 0).hits).toEqual([expect.objectContaining({ conversationId, ...hit })])
})

test('a hit tells where it is, with its words marked; one conversation does not crowd out others', () => {
  const store = temporaryStore()
  fill(store)
  store.conversations.create({ id: 'conv_2', projectId, title: 'Another', createdAt: 1 })
  const say = (id: string, conversation: string, text: string, at: number) => {
    store.turns.create({ id, conversationId: conversation, parentId: null, message: text, createdAt: at })
    const ids = { projectId, conversationId: conversation, turnId: id, runId: null, path: null, seq: null }
    store.search.add({ ...ids, kind: 'message', who: '', at, text })
  }
  say('turn_old', 'conv_2', 'the café by the river', 1)
  for (let at = 0; at < 30; at++) say(`turn_x${at}`, conversationId, `café \u0002${at}\u0003`, 10 + at)
  const { hits, more } = findIn(store, 'cafe', null, 100)
  expect(hits.filter((hit) => hit.conversationId === conversationId)).toHaveLength(8)
  expect(hits.find((hit) => hit.conversationId === 'conv_2')).toMatchObject({
    project: 'engine',
    excerpt: 'the \u0002café\u0003 by the river',
  })
  expect(hits.every(({ excerpt }) => excerpt.split('\u0002').length === 2)).toBe(true)
  expect(more).toBe(true)
})
