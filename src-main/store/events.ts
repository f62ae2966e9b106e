import type { RunEvent, StoredEvent } from '../../src-shared/event.ts'
import type { Database } from './database.ts'
import { chainHash, chainStart, sameHash } from './event-chain.ts'
import { knownEvents } from './known-events.ts'
import { eventRow, eventText, headRow, storedEvent, bodyRow as textRow } from './rows.ts'
import type { EventTable } from './store.ts'
import { isDamage, storeFailed } from './store-failure.ts'
import { forgetLists } from './turn-lists.ts'

const selectHead = 'SELECT seq, hash FROM event_heads WHERE run_id = ?'
const selectAfter = 'SELECT seq, text, hash FROM events WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?'
/** SQLite's word for no limit. */
const all = -1
const selectOne = 'SELECT seq, text, hash FROM events WHERE run_id = ? AND seq = ?'
const insert = 'INSERT INTO events (run_id, seq, text, hash) VALUES (?, ?, ?, ?)'
const moveHead = 'UPDATE event_heads SET seq = ?, hash = ? WHERE run_id = ? AND seq = ? AND hash = ?'
const upsertHead = `INSERT INTO event_heads (run_id, seq, hash) VALUES (?, ?, ?)
  ON CONFLICT (run_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`

/**
 * The logs.
 * 1. A log's `seq` counts from 0 without a gap; the head row names its last.
 * 2. Texts are stored as they were hashed, and never changed.
 * 3. Where pages are damaged, reading gives what is left, with unknown events in the places of the lost.
 */
export function eventTable(database: Database): EventTable {
  // Where each log was left last. The database is asked whether that still holds, by the very step that moves it on.
  const heads = new Map<string, Head>()
  const remember = (runId: string, at: Head) => {
    if (heads.size >= mostHeads) heads.clear()
    heads.set(runId, at)
  }
  const head = (runId: string) => database.get(headRow, selectHead, runId) ?? { seq: -1, hash: chainStart(runId) }
  return {
    append: (runId, events) => {
      if (events.length === 0) return 0
      let written = 0
      database.transaction(() => {
        const known = heads.get(runId)
        const moved = known === undefined ? null : appendAfter(database, runId, known, events)
        const added = moved ?? append(database, runId, head(runId), events)
        written = added.size
        remember(runId, added.head)
        if (events.some(({ type }) => type === 'run-end')) forgetLists(database, runId)
      })
      return written
    },
    read: (runId, afterSeq, most = all) => {
      try {
        return readAll(database, runId, afterSeq, most)
      } catch (thrown) {
        if (!isDamage(thrown)) throw thrown
        const left = salvage(database, runId, afterSeq)
        return most === all ? left : left.slice(0, most)
      }
    },
    readKnown: (runId, afterSeq, most) => {
      try {
        return knownEvents(database, runId, afterSeq, most)
      } catch (thrown) {
        if (!isDamage(thrown)) throw thrown
        return null
      }
    },
    texts: (runId) =>
      database.all(textRow, 'SELECT text FROM events WHERE run_id = ? ORDER BY seq', runId).map(({ text }) => text),
    adopt: (runId, texts) =>
      database.transaction(() => {
        if (head(runId).seq !== -1) throw notNext(runId, head(runId).seq, 0)
        let hash = chainStart(runId)
        const links = texts.map((text, seq) => {
          hash = chainHash(hash, text)
          return { seq, hash, text }
        })
        const last = links.at(-1)
        if (last !== undefined) database.run(upsertHead, runId, last.seq, last.hash)
        insertAll(database, runId, links)
      }),
    count: (runId) => head(runId).seq + 1,
    verify: (runId) => verify(database, runId),
  }
}

interface Head {
  readonly seq: number
  readonly hash: Uint8Array
}

const mostHeads = 200

/** Where the log ends now, and how many characters came to it. */
interface Added {
  readonly head: Head
  readonly size: number
}

function append(database: Database, runId: string, head: Head, events: readonly RunEvent[]): Added {
  const links = chained(runId, head, events)
  const last = links.at(-1) ?? head
  database.run(upsertHead, runId, last.seq, last.hash)
  return { head: last, size: insertAll(database, runId, links) }
}

/** Null, with nothing written, where the log does not end there. */
function appendAfter(database: Database, runId: string, head: Head, events: readonly RunEvent[]): Added | null {
  if (events[0]?.seq !== head.seq + 1) return null
  const links = chained(runId, head, events)
  const last = links.at(-1) ?? head
  if (database.run(moveHead, last.seq, last.hash, runId, head.seq, head.hash) === 0) return null
  return { head: last, size: insertAll(database, runId, links) }
}

interface Link extends Head {
  readonly text: string
}

function chained(runId: string, { seq, hash }: Head, events: readonly RunEvent[]): Link[] {
  return events.map((event) => {
    if (event.seq !== seq + 1) throw notNext(runId, seq, event.seq)
    const text = eventText(event)
    hash = chainHash(hash, text)
    seq = event.seq
    return { seq, hash, text }
  })
}

function insertAll(database: Database, runId: string, links: readonly Link[]): number {
  let size = 0
  for (const { seq, text, hash } of links) {
    database.run(insert, runId, seq, text, hash)
    size += text.length
  }
  return size
}

function notNext(runId: string, last: number, given: number): Error {
  return storeFailed(
    'Another window or process has written to this run.',
    'Open the conversation again to see its newest state.',
    `run ${runId}: event ${given} does not follow ${last}`,
  )
}

/** A hole larger than this is no lost page but a damaged number. */
const largestHole = 10_000

function readAll(database: Database, runId: string, afterSeq: number, most: number): StoredEvent[] {
  const found: StoredEvent[] = []
  let next = afterSeq + 1
  for (const row of database.all(eventRow, selectAfter, runId, afterSeq, most)) {
    if (row.seq - next > largestHole) break
    for (; next < row.seq; next++) found.push(storedEvent(next, '', found.at(-1)))
    found.push(storedEvent(next++, row.text, found.at(-1)))
  }
  return found
}

function salvage(database: Database, runId: string, afterSeq: number): StoredEvent[] {
  const found: StoredEvent[] = []
  let lost = 0
  for (let seq = afterSeq + 1; lost <= largestHole; seq++) {
    const text = textAt(database, runId, seq)
    lost = text === '' ? lost + 1 : 0
    found.push(storedEvent(seq, text, found.at(-1)))
  }
  return found.slice(0, found.length - lost)
}

function textAt(database: Database, runId: string, seq: number): string {
  try {
    return database.get(eventRow, selectOne, runId, seq)?.text ?? ''
  } catch (thrown) {
    if (isDamage(thrown)) return ''
    throw thrown
  }
}

function verify(database: Database, runId: string): ReturnType<EventTable['verify']> {
  let next = 0
  try {
    let hash = chainStart(runId)
    for (; ; next++) {
      const row = database.get(eventRow, selectOne, runId, next)
      if (!row) break
      hash = chainHash(hash, row.text)
      if (!sameHash(hash, row.hash)) return { ok: false, damagedAt: next }
    }
    const head = database.get(headRow, selectHead, runId)
    const whole = head ? head.seq === next - 1 && sameHash(head.hash, hash) : next === 0
    return whole ? { ok: true } : { ok: false, damagedAt: next }
  } catch (thrown) {
    // A row that SQLite cannot find its way to, or that is no such row any more.
    if (!isDamage(thrown)) throw thrown
    return { ok: false, damagedAt: next }
  }
}
