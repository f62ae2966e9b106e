import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Store } from '../../src-main/store/store.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { fill, notes, sampleRun, temporaryFolder } from './sample-store.ts'

const written = notes(0, 120, 'so that it fills more than one page '.repeat(20))

/** The files of a database with `written` in it: `stored` of them in the database itself, the rest in its WAL. */
function databaseFiles(stored: number): { main: Buffer; wal: Buffer } {
  const folder = temporaryFolder()
  const [file, main, wal] = [join(folder, 'a.db'), join(folder, 'main'), join(folder, 'wal')]
  const first = openStore(file)
  fill(first)
  first.runs.create(sampleRun('run_1'), 'host_1')
  first.events.append('run_1', written.slice(0, stored))
  first.close()
  const store = openStore(file)
  for (const event of written.slice(stored)) store.events.append('run_1', [event])
  copyFileSync(file, main)
  if (stored < written.length) copyFileSync(`${file}-wal`, wal)
  else writeFileSync(wal, '')
  store.close()
  return { main: readFileSync(main), wal: readFileSync(wal) }
}

type Seen = 'whole' | 'shorter' | 'named'
/** What a damaged database is noticed as. Fails where something wrong is passed off as right. */
function look(store: Store): Seen {
  const found = store.events.verify('run_1')
  const read = store.events.read('run_1', -1)
  if (!found.ok) {
    expect(read.slice(0, found.damagedAt)).toEqual(written.slice(0, found.damagedAt))
    return 'named'
  }
  expect(read).toEqual(written.slice(0, read.length))
  return read.length === written.length ? 'whole' : 'shorter'
}

function openAndLook(file: string): Seen {
  let store: Store | undefined
  try {
    store = openStore(file)
    return look(store)
  } catch (thrown) {
    if (thrown instanceof FailureError && thrown.failure.kind === 'store-failed') return 'named'
    throw thrown
  } finally {
    store?.close()
  }
}

test('a torn or garbled write-ahead log leaves whole transactions from the start (T2)', () => {
  const { main, wal } = databaseFiles(20)
  const file = join(temporaryFolder(), 'a.db')
  const seen = { whole: 0, shorter: 0, named: 0 }
  const change = fc.record({
    cut: fc.option(fc.nat(wal.length)),
    flips: fc.array(fc.record({ at: fc.nat(wal.length - 1), bit: fc.nat(7) }), { maxLength: 3 }),
    zero: fc.option(fc.record({ at: fc.nat(wal.length - 1), size: fc.integer({ min: 1, max: 9000 }) })),
  })
  fc.assert(
    fc.property(change, ({ cut, flips, zero }) => {
      const torn = Buffer.from(cut === null ? wal : wal.subarray(0, cut))
      if (zero) torn.fill(0, Math.min(zero.at, torn.length), Math.min(zero.at + zero.size, torn.length))
      for (const { at, bit } of flips) if (at < torn.length) torn.writeUInt8(torn.readUInt8(at) ^ (1 << bit), at)
      writeFileSync(file, main)
      writeFileSync(`${file}-wal`, torn)
      seen[openAndLook(file)]++
    }),
    { numRuns: 200 },
  )
  expect(seen.shorter).toBeGreaterThan(50)
  expect(seen.named).toBe(0)
})

test('no flipped bit of a log goes unnoticed, and what is not damaged stays readable (T3)', () => {
  const { main } = databaseFiles(written.length)
  const file = join(temporaryFolder(), 'a.db')
  const seen = { whole: 0, shorter: 0, named: 0 }
  fc.assert(
    fc.property(fc.nat(main.length - 1), fc.nat(7), (at, bit) => {
      const flipped = Buffer.from(main)
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at)
      writeFileSync(file, flipped)
      writeFileSync(`${file}-wal`, '')
      seen[openAndLook(file)]++
    }),
    { numRuns: 300 },
  )
  expect(seen.named).toBeGreaterThan(50)
  expect(seen.shorter).toBe(0)
})

test('each flipped bit in the text of an event is named with its seq (T3)', () => {
  const { main } = databaseFiles(written.length)
  const file = join(temporaryFolder(), 'a.db')
  for (const event of written) {
    const text = JSON.stringify(event).slice(0, 60)
    const flipped = Buffer.from(main)
    // A page that was split leaves an old copy of its rows behind; the live one is among them.
    for (let at = main.indexOf(text); at >= 0; at = main.indexOf(text, at + 1)) {
      const byte = at + (event.seq % 60)
      flipped.writeUInt8(flipped.readUInt8(byte) ^ (1 << (event.seq % 7)), byte)
    }
    expect(flipped.equals(main)).toBe(false)
    writeFileSync(file, flipped)
    writeFileSync(`${file}-wal`, '')
    const store = openStore(file)
    expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt: event.seq })
    const read = store.events.read('run_1', -1)
    expect(read.map((each) => each.seq)).toEqual(written.map((each) => each.seq))
    expect(read.filter((each) => each.seq !== event.seq)).toEqual(written.filter((each) => each.seq !== event.seq))
    store.close()
  }
})

test('a lost end of a log is noticed (T3)', () => {
  const { main } = databaseFiles(written.length)
  const file = join(temporaryFolder(), 'a.db')
  writeFileSync(file, main)
  const database = openDatabase(file, migrations)
  database.run('DELETE FROM events WHERE seq >= 100')
  database.close()
  const store = openStore(file)
  expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt: 100 })
  const read = store.events.read('run_1', -1)
  expect(read.slice(0, 100)).toEqual(written.slice(0, 100))
  const lost = { type: 'unknown', raw: '', damaged: true }
  expect(read.slice(100)).toEqual(written.slice(100).map(({ seq }) => expect.objectContaining({ ...lost, seq })))
  expect(store.events.read('run_1', 99).map(({ seq }) => seq)).toEqual(read.slice(100).map(({ seq }) => seq))
  store.close()
})

test('a garbled page is named and the events outside it are read (T3)', () => {
  const { main } = databaseFiles(written.length)
  const file = join(temporaryFolder(), 'a.db')
  const at = main.indexOf(JSON.stringify(written[60]).slice(0, 60))
  const page = Math.floor(at / 4096) * 4096
  const garbled = Buffer.from(main)
  garbled.fill(0xa5, page, page + 4096)
  writeFileSync(file, garbled)
  const store = openStore(file)
  const found = store.events.verify('run_1')
  const read = store.events.read('run_1', -1)
  store.close()
  expect(found.ok).toBe(false)
  expect(read.map((each) => each.seq)).toEqual(written.map((each) => each.seq))
  expect(read.filter((each) => each.type !== 'unknown').length).toBeGreaterThan(80)
})

test('a damaged body is refused, and healed when the same text is stored again', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'a.db')
  const first = openStore(file)
  const text = 'a body that is going to be damaged'
  const ref = first.bodies.put(text)
  first.close()
  const bytes = readFileSync(file)
  const at = bytes.indexOf(text)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(file, bytes)
  const store = openStore(file)
  expect(() => store.bodies.get(ref)).toThrow('damaged')
  store.bodies.put(text)
  expect(store.bodies.get(ref)).toBe(text)
  store.close()
})

test('what is damaged in a log is marked by every reading of it, in parts too, and by nothing else (T40)', () => {
  const { main } = databaseFiles(written.length)
  const file = join(temporaryFolder(), 'a.db')
  const changes = [
    { at: 57, sql: "UPDATE events SET text = replace(text, 'fills', 'fulls') WHERE seq = 57" },
    { at: 57, sql: 'UPDATE events SET hash = zeroblob(32) WHERE seq = 57' },
    { at: 0, sql: "UPDATE events SET text = replace(text, 'fills', 'fulls') WHERE seq = 0" },
    { at: 119, sql: 'UPDATE events SET hash = zeroblob(32) WHERE seq = 119' },
    { at: 119, sql: 'UPDATE event_heads SET hash = zeroblob(32)' },
    { at: 119, sql: 'UPDATE event_heads SET seq = 40' },
    { at: 119, sql: 'DELETE FROM event_heads' },
  ]
  for (const { at, sql } of changes) {
    writeFileSync(file, main)
    writeFileSync(`${file}-wal`, '')
    const database = openDatabase(file, migrations)
    expect(database.run(sql)).toBe(1)
    database.close()
    const store = openStore(file)
    const whole = store.events.read('run_1', -1)
    expect(whole).toEqual(written.map((event) => expect.objectContaining({ seq: event.seq, type: event.type })))
    expect(whole.filter((event) => event.damaged).map(({ seq }) => seq)).toEqual([at])
    expect(store.events.verify('run_1')).toEqual({ ok: false, damagedAt: at })
    for (const from of [0, 39, 55, 56, 57, 58, 118]) {
      const read = store.events.read('run_1', from)
      expect(read).toEqual(whole.slice(from + 1))
      expect(store.events.read('run_1', from, 3)).toEqual(whole.slice(from + 1, from + 4))
    }
    store.close()
  }
})

test('nothing is added to a log whose end is damaged', () => {
  const { main } = databaseFiles(written.length)
  const file = join(temporaryFolder(), 'a.db')
  writeFileSync(file, main)
  writeFileSync(`${file}-wal`, '')
  const store = openStore(file)
  const database = openDatabase(file, migrations)
  database.run('UPDATE events SET hash = zeroblob(32) WHERE seq = 119')
  database.close()
  expect(() => store.events.append('run_1', notes(120, 1, 'more'))).toThrow('damaged')
  store.close()
})
