import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Host } from '../../../src-main/host/host.ts'
import { packNext } from '../../../src-main/host/upkeep/pack-logs.ts'
import { digestedTables } from '../../../src-main/store/database/row-digests.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { exportFormats } from '../../../src-shared/api/export-requests.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { isExhaustive } from '../../kit/project/sample.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/**
 * A data folder with two turns, a rule, a mark on a turn and a task, and the same with its logs packed; no host uses
 * them.
 */
async function history() {
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((_, turn) =>
    turn % 2 === 0
      ? { calls: [{ tool: 'write_file', arguments: { path: 'b.txt', content: `alder ${turn}\n` } }] }
      : { text: `I wrote it: birch ${turn}.` },
  )
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project, conversation, message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const first = await runToEnd(host, message('Write the alder down'))
  const second = await runToEnd(host, message('And once more', { parentId: first.turnId }))
  await host.handle('turn-mark', { turnId: second.turnId, mark: { name: 'A good one', starred: true } })
  await host.close()
  const packedFolder = await temporaryFolder()
  await cp(dataFolder, packedFolder, { recursive: true })
  const store = openStore(join(packedFolder, 'stratagem.db'))
  while (packNext(store)) {
    // Until no log is in rows.
  }
  store.close()
  return {
    dataFolder,
    packedFolder,
    server,
    ids: { project: project.id, conversation: conversation.id, run: second.id },
  }
}

interface Place {
  readonly project: string
  readonly conversation: string
  readonly run: string
}

/** All ways in which a person reads what is stored. @returns what came of each, as text */
async function readAll(host: Host, { project, conversation, run }: Place): Promise<string[]> {
  const requests: [string, unknown][] = [
    ['projects-list', {}],
    ['conversations-list', { projectId: project }],
    ['conversation-open', { conversationId: conversation }],
    ['run-events', { runId: run, afterSeq: -1 }],
    ['run-replay', { runId: run, verify: true }],
    ['history-search', { projectId: null, query: 'alder' }],
    ['history-search', { projectId: null, query: 'birch' }],
    ['rules-list', { projectId: null }],
    ['comparisons-list', { projectId: project, conversationId: conversation }],
    ...exportFormats.map((format): [string, unknown] => [
      'export-prepare',
      { subject: { kind: 'conversation', id: conversation }, format },
    ]),
    ...exportFormats.map((format): [string, unknown] => [
      'export-prepare',
      { subject: { kind: 'run', id: run }, format, damaged: true },
    ]),
  ]
  const replies: string[] = []
  for (const [method, params] of requests) {
    const reply = await host.handle(method, params)
    // A bug is no way of noticing.
    if (!reply.ok) expect([method, reply.failure.kind, reply.failure.detail]).not.toContain('internal')
    replies.push(JSON.stringify(reply))
  }
  const undo = host.follow({ kind: 'run', runId: run, afterSeq: -1 }, (heard) => replies.push(JSON.stringify(heard)))
  undo()
  replies.push(host.damage() ?? '')
  return replies
}

const names = z.object({ name: z.string() }).array()
const sqlOf = z.object({ sql: z.string() }).array()
const blob = z.instanceof(Buffer)
const count = z.object({ count: z.number() })
const cell = z.object({ at: z.number(), kind: z.string(), text: z.string().nullable() }).optional()

/** Numbers that are the same in each run of the tests. Source: mulberry32, public domain. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/**
 * Flips one bit of one cell, as a disk would: no trigger sees it. @returns what it flipped; null if there was no such
 * cell
 */
function flip(file: string, table: string, column: string, below: (limit: number) => number): string | null {
  const database = new Sqlite(file)
  const triggers = sqlOf.parse(database.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger'").all())
  const named = names.parse(database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
  database.pragma('foreign_keys = OFF')
  for (const { name } of named) database.exec(`DROP TRIGGER ${name}`)
  const done = flipCell(database, table, column, below)
  for (const { sql } of triggers) database.exec(sql)
  database.close()
  return done
}

function flipCell(database: Database, table: string, column: string, below: (limit: number) => number) {
  const { count: rows } = count.parse(database.prepare(`SELECT count(*) AS count FROM ${table}`).get())
  if (rows === 0) return null
  const found = cell.parse(
    database
      .prepare(
        `SELECT rowid AS at, typeof(${column}) AS kind, CAST(${column} AS TEXT) AS text FROM ${table} LIMIT 1 OFFSET ?`,
      )
      .get(below(rows)),
  )
  if (found?.kind === 'blob') return flipBlob(database, table, column, found.at, below)
  if (found === undefined || found.text === null || found.text === '') return null
  const offset = below(found.text.length)
  const code = found.text.charCodeAt(offset) ^ (1 << below(5))
  const text = `${found.text.slice(0, offset)}${String.fromCharCode(code)}${found.text.slice(offset + 1)}`
  const value = found.kind === 'text' ? text : Number(found.text) ^ (1 << below(4))
  database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(value, found.at)
  return `${table}.${column} ${found.text.slice(0, 80)} -> ${String(value).slice(0, 80)}`
}

/** The first and last byte of a packed page have bits that say nothing: the page is read as it was without them. */
function flipBlob(database: Database, table: string, column: string, at: number, below: (limit: number) => number) {
  const bytes = blob.parse(database.prepare(`SELECT ${column} FROM ${table} WHERE rowid = ?`).pluck().get(at))
  const [offset, bit] = [1 + below(bytes.length - 2), below(8)]
  bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << bit), offset)
  database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(bytes, at)
  return `${table}.${column} of ${at}: bit ${bit} of byte ${offset}`
}

test('a flipped bit, in whatever table, is noticed by those who read, and breaks nothing (T40)', async () => {
  const { dataFolder, packedFolder, ids } = await history()
  const home = await temporaryFolder()
  await cp(dataFolder, home, { recursive: true })
  const below = numbers(40)
  // More in a long run: 400 take some minutes.
  const most = Number(process.env['STRATAGEM_FLIPS'] ?? (isExhaustive ? 400 : 40))
  const shown = ['projects', 'conversations', 'turns', 'runs'] as const
  const targets: [string, string][] = [
    ...shown.flatMap((table) =>
      digestedTables[table].columns.split(', ').map((column): [string, string] => [table, column]),
    ),
    ...Array.from({ length: 12 }, (): [string, string] => ['events', 'text']),
    ...Array.from({ length: 4 }, (): [string, string] => ['bodies', 'text']),
    ...Array.from({ length: 10 }, (): [string, string] => ['log_pages', 'packed']),
    ...['place', 'words', 'hash'].map((column): [string, string] => ['log_pages', column]),
  ]
  for (const folder of [packedFolder, dataFolder]) {
    copyFileSync(join(folder, 'stratagem.db'), join(home, 'stratagem.db'))
    const whole = await openTestHost({ dataFolder: home })
    expect((await readAll(whole, ids)).filter((reply) => /damaged/i.test(reply))).toEqual([])
    await whole.close()
  }
  const unnoticed: string[] = []
  let flips = 0
  for (let attempt = 0; flips < most && attempt < 4000; attempt++) {
    const [table, column] = targets[below(targets.length)] ?? ['events', 'text']
    // Who is asked for by its id is not there under another one.
    if (column === 'id' || column === 'number') continue
    const file = join(home, 'stratagem.db')
    for (const name of readdirSync(home)) if (name.startsWith('stratagem.db-')) writeFileSync(join(home, name), '')
    copyFileSync(join(table === 'log_pages' ? packedFolder : dataFolder, 'stratagem.db'), file)
    const done = flip(file, table, column, below)
    if (done === null) continue
    flips += 1
    const host = await openTestHost({ dataFolder: home })
    const replies = await readAll(host, ids)
    const noticed = replies.some((reply) => /damaged/i.test(reply))
    if (!noticed) unnoticed.push(done)
    await host.close()
  }
  expect(unnoticed).toEqual([])
  expect(flips).toBe(most)
}, 600_000)
