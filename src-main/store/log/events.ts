import type { EventType, RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import type { Database } from '../database/database.ts'
import { eventRow, eventText, headRow, storedEvent } from '../database/rows.ts'
import { damagedLog, isDamage, storeFailed } from '../database/store-failure.ts'
import type { EventTable } from '../store.ts'
import { addLooseLog } from '../tables/pack-log.ts'
import { forgetLists } from '../tables/turn-lists.ts'
import { chainHash, chainStart, damagedHash, sameHash } from './event-chain.ts'
import { knownEvents } from './known-events.ts'
import { type LogRow, packedAfter } from './log-pages.ts'
import type { KnownEvent, NewestEvent } from './newest-event.ts'
import { allEvents, firstDamage, insertEvent, readEvents, readTexts, rowAt, selectHead } from './read-events.ts'
import { rewriteLog } from './rewrite-log.ts'

const moveHead = 'UPDATE event_heads SET seq = ?, hash = ? WHERE run_id = ? AND seq = ? AND hash = ?'
const upsertHead = `INSERT INTO event_heads (run_id, seq, hash) VALUES (?, ?, ?)
  ON CONFLICT (run_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`

/**
 * The logs.
 * 1. A log's `seq` counts from 0 without a gap; the head row names its last.
 * 2. Texts are stored as hashed, and only `rewrite` changes them, which chains the whole log again. Those of a
 *    run that has ended are packed later (pack-log.ts): the chain covers the texts, and reading returns the same.
 * 3. If a log is damaged, reading returns what is left, marked (read-events.ts), and nothing is appended to it.
 */
export function eventTable(database: Database, newest: Pick<NewestEvent, 'set'>): EventTable {
  // The last known end of each log. The statement that advances it checks that it still holds.
  const heads = new Map<string, Head>()
  const remember = (runId: string, at: Head) => {
    if (heads.size >= maxHeads) heads.clear()
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
        const { seq, hash } = added.head
        database.afterCommit(() => newest.set({ runId, seq, hash: Buffer.from(hash).toString('hex') }))
        if (events.some(({ type }) => type === 'run-end')) {
          forgetLists(database, runId)
          addLooseLog(database, runId)
        }
      })
      return written
    },
    read: (runId, afterSeq, most = allEvents) => {
      const found = readEvents(database, runId, afterSeq, most)
      const damaged = found.find((event) => event.damaged)
      if (damaged !== undefined) noteDamage(database, runId, damaged.seq)
      return found
    },
    readKnown: (runId, afterSeq, most) => {
      try {
        return knownEvents(database, runId, afterSeq, most)
      } catch (thrown) {
        if (!isDamage(thrown)) throw thrown
        return null
      }
    },
    ofType: (runId, types) => eventsOfType(database, runId, types),
    texts: (runId) => readTexts(database, runId, -1, allEvents),
    adopt: (runId, texts, damaged = new Set()) =>
      database.transaction(() => {
        if (head(runId).seq !== -1) throw notNext(runId, head(runId).seq, 0)
        let hash = chainStart(runId)
        const links = texts.map((text, seq) => {
          hash = damaged.has(seq) ? damagedHash(hash, text) : chainHash(hash, text)
          return { seq, hash, text }
        })
        const last = links.at(-1)
        if (last !== undefined) database.run(upsertHead, runId, last.seq, last.hash)
        insertAll(database, runId, links)
        addLooseLog(database, runId)
      }),
    rewrite: (runId, rewritten) => rewriteLog(database, runId, rewritten),
    count: (runId) => head(runId).seq + 1,
    verify: (runId) => {
      const damagedAt = firstDamage(database, runId)
      if (damagedAt !== null) noteDamage(database, runId, damagedAt)
      return damagedAt === null ? { ok: true } : { ok: false, damagedAt }
    },
  }
}

/** So that lists can mark the run, also later ones. */
function noteDamage(database: Database, runId: string, seq: number): void {
  database.damage.note('events', runId)
  try {
    database.run('INSERT INTO damaged_logs (run_id, seq) VALUES (?, ?) ON CONFLICT DO NOTHING', runId, seq)
  } catch {
    // If nothing can be written, the next read finds it again.
  }
}

/**
 * Notes as damaged that an event which was stored is not there: the end of the log is lost, or all of the run. The head
 * of the log names that event from then on, so that reading shows what is lost.
 */
export function noteLostEnd(database: Database, { runId, seq, hash }: KnownEvent): void {
  const there = database.get(headRow, selectHead, runId)
  if (there !== undefined && there.seq >= seq) return
  if (there === undefined) {
    database.damage.note('newest', runId)
    return
  }
  try {
    database.transaction(() => {
      database.run(upsertHead, runId, seq, Buffer.from(hash, 'hex'))
      noteDamage(database, runId, there.seq + 1)
    })
  } catch {
    // If nothing can be written, it is told all the same.
    database.damage.note('events', runId)
  }
}

interface Head {
  readonly seq: number
  readonly hash: Uint8Array
}

const maxHeads = 200

/** Where the log ends now, and how many characters were appended. */
interface Added {
  readonly head: Head
  readonly size: number
}

/** @throws FailureError if the last event is not the one that the head names */
function append(database: Database, runId: string, head: Head, events: readonly RunEvent[]): Added {
  const last = head.seq < 0 ? head : rowAt(database, runId, head.seq)
  if (last === null || ('unsure' in last && last.unsure) || !sameHash(last.hash, head.hash))
    throw damagedLog(runId, head.seq)
  const links = chained(runId, head, events)
  const end = links.at(-1) ?? head
  database.run(upsertHead, runId, end.seq, end.hash)
  return { head: end, size: insertAll(database, runId, links) }
}

/** Null, with nothing written, if the log does not end there. */
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
    database.run(insertEvent, runId, seq, text, hash)
    size += text.length
  }
  return size
}

function notNext(runId: string, last: number, actual: number): Error {
  return storeFailed(
    'Another window or process has written to this run.',
    'Open the conversation again to see its newest state.',
    `run ${runId}: event ${actual} does not follow ${last}`,
  )
}

// In a text that an event quotes, quotation marks are escaped.
const select = 'SELECT seq, text, hash FROM events WHERE run_id = ? AND instr(text, ?) > 0 ORDER BY seq'

/** The events of some types, without reading the others, so that a long log is not loaded into memory for a few. */
function eventsOfType(database: Database, runId: string, types: readonly EventType[]): StoredEvent[] {
  const packed = packedAfter(database, runId, -1, allEvents).filter(({ text }) =>
    types.some((type) => text.includes(`"type":"${type}"`)),
  )
  return types
    .flatMap((type): LogRow[] => database.all(eventRow, select, runId, `"type":"${type}"`))
    .concat(packed)
    .map(({ seq, text }) => storedEvent(seq, text, undefined, true))
    .filter((event) => types.some((type) => event.type === type))
    .sort((a, b) => a.seq - b.seq)
}
