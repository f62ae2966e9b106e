import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { logDictionary } from '../../src-main/store/log/log-dictionary.ts'
import { pagesOf } from '../../src-main/store/log/log-page.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Store } from '../../src-main/store/store.ts'
import type { RunEvent } from '../../src-shared/run/event.ts'
import { goldenEvents2 } from './golden-events.ts'
import { conversationId, fill, note, notes, projectId, sampleRun, temporaryFolder } from './sample-store.ts'

const program = fileURLToPath(new URL('../kit/host/packing-process.ts', import.meta.url))
const host = { id: 'host_old', pid: 1, at: 1, url: null, shell: 'browser' }

function open(file: string): Store {
  const store = openStore(file)
  onTestFinished(() => store.close())
  return store
}

/** A log of every type of event and of long texts, in several pages. */
const varied: readonly RunEvent[] = [
  ...goldenEvents2.slice(0, -1),
  ...Array.from({ length: 600 }, (_, at) => note(goldenEvents2.length - 1 + at, `filled ${at} `.repeat(at % 90))),
].concat(goldenEvents2.slice(-1).map((end) => ({ ...end, seq: goldenEvents2.length + 599 })))

function world(events: readonly RunEvent[] = varied) {
  const file = join(temporaryFolder(), 'a.db')
  const store = open(file)
  fill(store)
  const add = (id: string) => {
    store.runs.create(sampleRun(id), 'host_1')
    store.events.append(id, events)
    store.runs.save(sampleRun(id, { status: 'completed' }))
  }
  add('run_1')
  const raw = new Sqlite(file)
  onTestFinished(() => void raw.close())
  const number = (sql: string) => z.number().parse(raw.prepare(sql).pluck().get())
  return { file, store, raw, add, number }
}

test('a packed log is read as it was written: all of it, parts of it, by type, and as texts', () => {
  const { store, number } = world()
  const texts = store.events.texts('run_1')
  const known = store.events.readKnown('run_1', 3, 20)
  const typed = store.events.ofType('run_1', ['run-start', 'model-start'])
  expect(store.looseLogs.next()).toBe('run_1')
  expect(store.looseLogs.pack('run_1')).toBe(true)
  expect(store.looseLogs.next()).toBeUndefined()
  expect(number('SELECT count(*) FROM events')).toBe(0)
  expect(number('SELECT count(*) FROM log_pages')).toBeGreaterThan(3)
  expect(store.events.read('run_1', -1)).toEqual(varied)
  for (const after of [-1, 0, 1, 255, 256, 257, 400, varied.length - 2, varied.length - 1, varied.length + 5])
    for (const most of [1, 2, 300])
      expect(store.events.read('run_1', after, most)).toEqual(varied.slice(after + 1, after + 1 + most))
  expect(store.events.texts('run_1')).toEqual(texts)
  expect(store.events.readKnown('run_1', 3, 20)).toEqual(known)
  expect(store.events.ofType('run_1', ['run-start', 'model-start'])).toEqual(typed)
  expect(store.events.verify('run_1')).toEqual({ ok: true })
  expect(store.events.count('run_1')).toBe(varied.length)
})

test('what comes to a packed log stands behind it, and is packed with it later', () => {
  const { file, store, number } = world()
  store.looseLogs.pack('run_1')
  const more = notes(varied.length, 3)
  store.events.append('run_1', more.slice(0, 1))
  expect(() => store.events.append('run_1', more.slice(0, 1))).toThrow('Another window')
  open(file).events.append('run_1', more.slice(1))
  expect(store.events.read('run_1', -1)).toEqual([...varied, ...more])
  expect(store.events.read('run_1', varied.length - 3, 4)).toEqual([...varied, ...more].slice(-5, -1))
  expect(store.events.verify('run_1')).toEqual({ ok: true })
  expect(store.looseLogs.pack('run_1')).toBe(true)
  expect(number('SELECT count(*) FROM events')).toBe(0)
  expect(store.events.read('run_1', -1)).toEqual([...varied, ...more])
})

test('a packed log can be written anew, and is packed again', () => {
  const { store } = world()
  store.looseLogs.pack('run_1')
  const shorter = (texts: readonly string[]) => texts.map((text) => text.replaceAll('filled', 'f'))
  expect(store.events.rewrite('run_1', shorter)).toBe(true)
  const read = store.events.read('run_1', -1)
  expect(read).toEqual(JSON.parse(JSON.stringify(varied).replaceAll('filled', 'f')))
  expect(store.looseLogs.next()).toBe('run_1')
  expect(store.looseLogs.pack('run_1')).toBe(true)
  expect(store.events.read('run_1', -1)).toEqual(read)
  expect(store.events.verify('run_1')).toEqual({ ok: true })
})

test('a packed log that is damaged is not written anew: no fresh chain is made over old damage', () => {
  const { store, raw, number } = world(goldenEvents2)
  store.looseLogs.pack('run_1')
  raw.exec('UPDATE log_pages SET hash = zeroblob(32)')
  expect(store.events.rewrite('run_1', (texts) => texts)).toBe(false)
  expect(number('SELECT count(*) FROM events')).toBe(0)
  expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt: 0 })
  expect(() => store.events.append('run_1', notes(goldenEvents2.length, 1))).not.toThrow()
  expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt: 0 })
  expect(store.looseLogs.pack('run_1')).toBe(false)
})

test('a search finds what a packed log says', () => {
  const { store } = world()
  const entry = { projectId, conversationId, turnId: 'turn_1', runId: 'run_1', path: '0', who: 'm', at: 1 }
  store.search.add({ ...entry, seq: 600, kind: 'answer', text: 'some zebra' })
  const where = { projectId, kinds: 'said', limit: 5 } as const
  const before = store.search.find('zebra', where)
  expect(before).toMatchObject([{ whole: true, source: JSON.stringify(varied[600]) }])
  store.looseLogs.pack('run_1')
  expect(store.search.find('zebra', where)).toEqual(before)
})

test('damage anywhere in a packed log is noticed by whoever reads it, and no other log is concerned (T3)', () => {
  const { store, raw, add } = world(goldenEvents2)
  add('run_2')
  for (const id of ['run_1', 'run_2']) expect(store.looseLogs.pack(id)).toBe(true)
  const pages = raw.prepare('SELECT * FROM log_pages ORDER BY place').all()
  const restore = raw.prepare(
    'INSERT INTO log_pages (place, words, hash, packed) VALUES (@place, @words, @hash, @packed)',
  )
  const blob = z.instanceof(Buffer)
  const size = blob.parse(raw.prepare('SELECT packed FROM log_pages').pluck().get()).length
  const bits = Array.from({ length: size }, (_, at) => ({ column: 'packed', at }))
  const hashes = Array.from({ length: 32 }, (_, at) => ({ column: 'hash', at }))
  const missed: unknown[] = []
  for (const { column, at } of [...bits, ...hashes]) {
    const bytes = blob.parse(raw.prepare(`SELECT ${column} FROM log_pages`).pluck().get())
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at)
    raw.prepare(`UPDATE log_pages SET ${column} = ? WHERE place < 2 * 65536`).run(bytes)
    const read = store.events.read('run_1', -1)
    expect(read.map(({ seq }) => seq)).toEqual(goldenEvents2.map(({ seq }) => seq))
    // Some bits of the packed form say nothing, as those after its end.
    const isSame = JSON.stringify(read) === JSON.stringify(goldenEvents2)
    if (store.events.verify('run_1').ok && !isSame) missed.push([column, at])
    expect(store.events.verify('run_2')).toEqual({ ok: true })
    raw.exec('DELETE FROM log_pages')
    for (const row of pages) restore.run(row)
  }
  expect(missed).toEqual([])
  for (const sql of ['place = place + 1', 'place = place - 1', 'place = place + 65536 * 7', 'words = words + 1']) {
    raw.exec(`UPDATE log_pages SET ${sql} WHERE place < 2 * 65536`)
    expect([sql, store.events.verify('run_1').ok]).toEqual([sql, false])
    expect(store.events.read('run_1', -1).some(({ damaged }) => damaged)).toBe(true)
    raw.exec('DELETE FROM log_pages')
    for (const row of pages) restore.run(row)
  }
})

test('of a damaged page what comes before the damage is shown, and pages beside it are whole', () => {
  const { store, raw } = world()
  store.looseLogs.pack('run_1')
  const page = z.object({ place: z.number(), packed: z.instanceof(Buffer) })
  const pages = raw
    .prepare('SELECT place, packed FROM log_pages ORDER BY place')
    .all()
    .map((each) => page.parse(each))
  const [first, second] = pages
  if (first === undefined || second === undefined) throw new Error('too few pages')
  second.packed.fill(0xff, second.packed.length >> 1)
  raw.prepare('UPDATE log_pages SET packed = ? WHERE place = ?').run(second.packed, second.place)
  const [start, end] = [(first.place % 65_536) + 1, second.place % 65_536]
  const read = store.events.read('run_1', -1)
  expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt: start })
  expect(read.slice(0, start)).toEqual(varied.slice(0, start))
  expect(read.slice(end + 1)).toEqual(varied.slice(end + 1))
  expect(read[start]).toEqual({ ...varied[start], damaged: true })
  expect(read.slice(start, end + 1).every(({ damaged }) => damaged)).toBe(true)
})

test.each([
  ["UPDATE events SET text = replace(text, 'one', 'two') WHERE seq = 3", 3],
  ['DELETE FROM events WHERE seq = 5', 5],
  ['UPDATE event_heads SET hash = zeroblob(32)', 9],
])('a log that is damaged stays in rows, and known as damaged: %s', (sql, damagedAt) => {
  const { store, raw, number } = world([
    ...notes(0, 9, 'one by one'),
    ...goldenEvents2.slice(-1).map((end) => ({ ...end, seq: 9 })),
  ])
  raw.exec(sql)
  const before = store.events.texts('run_1')
  expect(store.looseLogs.pack('run_1')).toBe(false)
  expect(store.looseLogs.next()).toBeUndefined()
  expect(number('SELECT count(*) FROM log_pages')).toBe(0)
  expect(store.events.texts('run_1')).toEqual(before)
  expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt })
})

test('a run that goes on is not packed, nor a log that is to be written anew, nor any while an older host lives', () => {
  const { store, raw } = world()
  store.runs.save(sampleRun('run_1', { status: 'running' }))
  expect(store.looseLogs.next()).toBeUndefined()
  store.runs.save(sampleRun('run_1', { status: 'completed' }))
  store.oldLogs.add('run_1')
  expect(store.looseLogs.next()).toBeUndefined()
  store.oldLogs.done('run_1')
  store.hosts.register(host)
  expect(store.looseLogs.next()).toBe('run_1')
  raw.exec("INSERT INTO older_hosts VALUES ('host_old')")
  expect(store.looseLogs.next()).toBeUndefined()
  store.hosts.remove('host_old')
  expect(store.looseLogs.next()).toBe('run_1')
})

test('a long log stays in rows, so that any part of it is read by its place', () => {
  const { store, number } = world([...notes(0, 2500), ...goldenEvents2.slice(-1).map((end) => ({ ...end, seq: 2500 }))])
  expect(store.looseLogs.pack('run_1')).toBe(false)
  expect(number('SELECT count(*) FROM events')).toBe(2501)
  expect(store.looseLogs.next()).toBeUndefined()
})

test.each([
  ['packed', 1],
  ['packed', 3],
  ['commit', 1],
  ['commit', 3],
] as const)('a kill at %s %i loses nothing, and the rest is packed after it (T31)', (point, count) => {
  const { file, store, add, number } = world()
  for (const id of ['run_2', 'run_3', 'run_4']) add(id)
  const end = spawnSync(process.execPath, [program, file, point, String(count)])
  expect(end.signal).toBe('SIGKILL')
  const ids = ['run_1', 'run_2', 'run_3', 'run_4']
  const whole = () => {
    for (const id of ids) {
      expect(store.events.verify(id)).toEqual({ ok: true })
      expect(store.events.read(id, -1)).toEqual(varied)
    }
  }
  whole()
  expect(number('SELECT count(*) FROM loose_logs')).toBe(point === 'packed' ? 5 - count : 4 - count)
  expect(number('SELECT count(*) FROM events')).toBe(number('SELECT count(*) FROM loose_logs') * varied.length)
  expect(spawnSync(process.execPath, [program, file]).status).toBe(0)
  expect(number('SELECT count(*) FROM events')).toBe(0)
  whole()
})

test('words that pages were packed with are never changed', () => {
  expect(logDictionary.map((words) => createHash('sha256').update(words).digest('hex'))).toEqual([
    'caa7bd11d513dc0a0af217a989dbe3be89dd3301d969e0a351565a39fdb75e29',
  ])
})

test('a page is bounded, whatever the log', () => {
  const long = 'x'.repeat(100_000)
  const pages = pagesOf([
    ...Array.from({ length: 600 }, String),
    long,
    'a',
    'b',
    'y'.repeat(40_000),
    'z'.repeat(40_000),
  ])
  expect(pages.map((page) => page.length)).toEqual([256, 256, 88, 1, 3, 1])
})
