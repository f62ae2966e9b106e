import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { Database } from '../database/database.ts'
import { eventRow, headRow, storedEvent } from '../database/rows.ts'
import { isDamage } from '../database/store-failure.ts'
import { chainCheck, chainStart, sameHash } from './event-chain.ts'
import { type LogRow, packedAfter } from './log-pages.ts'

export const insertEvent = 'INSERT INTO events (run_id, seq, text, hash) VALUES (?, ?, ?, ?)'
export const selectHead = 'SELECT seq, hash FROM event_heads WHERE run_id = ?'
const selectAfter = 'SELECT seq, text, hash FROM events WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?'
const selectOne = 'SELECT seq, text, hash FROM events WHERE run_id = ? AND seq = ?'
/** SQLite's value for no limit. */
export const allEvents = -1
/** A gap larger than this is not a lost page but a damaged number. */
const largestHole = 10_000

interface Part {
  readonly runId: string
  readonly afterSeq: number
  readonly most: number
}

/** An event's text as it is stored; empty if it is lost. */
export interface ReadText {
  readonly seq: number
  readonly text: string
  /** It is not, or may not be, what was written. */
  readonly damaged: boolean
}

/** A part of a log as read, with damaged events marked. */
export function readEvents(database: Database, runId: string, afterSeq: number, most: number): StoredEvent[] {
  const found: StoredEvent[] = []
  for (const { seq, text, damaged } of readTexts(database, runId, afterSeq, most))
    found.push(storedEvent(seq, text, found.at(-1), !damaged))
  return found
}

/**
 * Reads a part of a log, each event checked against the chain.
 * 1. An event that differs from what was written is marked as damaged; the rest is returned as it was.
 * 2. A lost event is an empty text in its place, also at the end, which the head row names.
 * 3. The head is read first: a log that grows in the meantime goes beyond it and is still intact.
 */
export function readTexts(database: Database, runId: string, afterSeq: number, most: number): ReadText[] {
  const part = { runId, afterSeq, most }
  try {
    const head = database.get(headRow, selectHead, runId)
    const check = checkFrom(database, runId, afterSeq + 1)
    const rows = rowsAfter(database, part)
    const found = checked(part, rows, check)
    return most !== allEvents && rows.length >= most ? found : ended(database, part, found, rows.at(-1), head)
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    const left = salvage(database, runId, afterSeq)
    return most === allEvents ? left : left.slice(0, most)
  }
}

/** First the packed part, which is the beginning of the log or all of it. */
function rowsAfter(database: Database, { runId, afterSeq, most }: Part): LogRow[] {
  const packed = packedAfter(database, runId, afterSeq, most)
  if (most !== allEvents && packed.length >= most) return packed
  const left = most === allEvents ? most : most - packed.length
  return [...packed, ...database.all(eventRow, selectAfter, runId, packed.at(-1)?.seq ?? afterSeq, left)]
}

const lostText = (seq: number): ReadText => ({ seq, text: '', damaged: true })

/** The check of the events from `seq` on. It begins one event earlier, whose hash may be what is damaged. */
function checkFrom(database: Database, runId: string, seq: number): ReturnType<typeof chainCheck> {
  if (seq === 0) return chainCheck(chainStart(runId))
  const before = rowAt(database, runId, seq - 1)
  if (before === null) return chainCheck(null)
  const check = chainCheck(seq === 1 ? chainStart(runId) : (rowAt(database, runId, seq - 2)?.hash ?? null))
  check(before.text, before.hash)
  return check
}

function checked({ afterSeq }: Part, rows: readonly LogRow[], isWhole: ReturnType<typeof chainCheck>): ReadText[] {
  const found: ReadText[] = []
  for (const { seq, text, hash, unsure } of rows) {
    const next = afterSeq + 1 + found.length
    if (seq - next > largestHole) break
    if (seq > next) isWhole = chainCheck(null)
    for (let lost = next; lost < seq; lost++) found.push(lostText(lost))
    // A `seq` below its position is damaged, even if the text fits the chain.
    found.push({ seq: Math.max(seq, next), text, damaged: !isWhole(text, hash) || seq < next || unsure === true })
  }
  return found
}

/** Adds what is lost at the end, and marks the last event if the head does not match it. */
function ended(
  database: Database,
  { runId, afterSeq }: Part,
  found: ReadText[],
  last: LogRow | undefined,
  head: { seq: number; hash: Uint8Array } | undefined,
): ReadText[] {
  const lastSeq = afterSeq + found.length
  const headSeq = head?.seq ?? -1
  if (headSeq > lastSeq) {
    const end = Math.min(headSeq, lastSeq + largestHole)
    for (let seq = lastSeq + 1; seq <= end; seq++) found.push(lostText(seq))
    return found
  }
  if (last === undefined || last.seq !== lastSeq) return markLast(found, last !== undefined)
  // Events may have been appended since the head was read.
  const now = headSeq < lastSeq ? database.get(headRow, selectHead, runId) : head
  return markLast(
    found,
    now === undefined || now.seq < last.seq || (now.seq === last.seq && !sameHash(now.hash, last.hash)),
  )
}

function markLast(found: ReadText[], damaged: boolean): ReadText[] {
  const last = found.at(-1)
  if (damaged && last !== undefined) found[found.length - 1] = { ...last, damaged: true }
  return found
}

/** Row by row, for when SQLite can't read through all of them. */
function salvage(database: Database, runId: string, afterSeq: number): ReadText[] {
  const found: ReadText[] = []
  let isWhole = checkFrom(database, runId, afterSeq + 1)
  let lost = 0
  for (let seq = afterSeq + 1; lost <= largestHole; seq++) {
    const row = rowAt(database, runId, seq)
    lost = row === null ? lost + 1 : 0
    if (row === null) isWhole = chainCheck(null)
    found.push({
      seq,
      text: row?.text ?? '',
      damaged: row === null || !isWhole(row.text, row.hash) || row.unsure === true,
    })
  }
  const left = found.slice(0, found.length - lost)
  const end = headSeqOf(database, runId) ?? -1
  return end - afterSeq > left.length && end - afterSeq <= found.length ? found.slice(0, end - afterSeq) : left
}

function headSeqOf(database: Database, runId: string): number | null {
  try {
    return database.get(headRow, selectHead, runId)?.seq ?? null
  } catch (thrown) {
    if (isDamage(thrown)) return null
    throw thrown
  }
}

/** Null if it is missing or cannot be read. */
export function rowAt(database: Database, runId: string, seq: number): LogRow | null {
  return looseAt(database, runId, seq) ?? packedAt(database, runId, seq)
}

/** One event, checked against the hash before it; null if it is missing or cannot be read. */
export function textAt(database: Database, runId: string, seq: number): ReadText | null {
  const row = looseAt(database, runId, seq)
  if (row === null) {
    const packed = packedAt(database, runId, seq)
    return packed && { seq, text: packed.text, damaged: packed.unsure === true }
  }
  const isWhole = chainCheck(seq === 0 ? chainStart(runId) : (rowAt(database, runId, seq - 1)?.hash ?? null))
  return { seq, text: row.text, damaged: !isWhole(row.text, row.hash) }
}

const looseAt = (database: Database, runId: string, seq: number): LogRow | null =>
  ifReadable(() => database.get(eventRow, selectOne, runId, seq))

const packedAt = (database: Database, runId: string, seq: number): LogRow | null =>
  ifReadable(() => packedAfter(database, runId, seq - 1, 1).find((row) => row.seq === seq))

function ifReadable(read: () => LogRow | undefined): LogRow | null {
  try {
    return read() ?? null
  } catch (thrown) {
    if (isDamage(thrown)) return null
    throw thrown
  }
}

/** Events checked at a time, so that a long log is never in memory as a whole. */
const slice = 2000

/** `seq` of the first damaged or lost event of a log; null if the log is intact. */
export function firstDamage(database: Database, runId: string): number | null {
  for (let after = -1; ; ) {
    const found = readTexts(database, runId, after, slice)
    const damaged = found.find((each) => each.damaged)
    if (damaged !== undefined) return damaged.seq
    if (found.length < slice) return found.length > 0 || endsThere(database, runId, after) ? null : Math.max(after, 0)
    after += found.length
  }
}

/** Whether the head names this event as the last; for -1, whether there is no head. */
function endsThere(database: Database, runId: string, seq: number): boolean {
  const head = database.get(headRow, selectHead, runId)
  if (head === undefined || seq < 0) return head === undefined && seq < 0
  const last = rowAt(database, runId, seq)
  return head.seq > seq || (last !== null && sameHash(head.hash, last.hash))
}
