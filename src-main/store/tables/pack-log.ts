import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { olderHostLives } from '../database/older-hosts.ts'
import { headRow, idRow } from '../database/rows.ts'
import { chainHash, chainStart } from '../log/event-chain.ts'
import { packTexts, pagesOf } from '../log/log-page.ts'
import { firstKey, keysPerRun, packedAfter } from '../log/log-pages.ts'
import { allEvents, insertEvent, readTexts, selectHead } from '../log/read-events.ts'
import type { LooseLogTable } from '../log-tables.ts'
import { findRuns, runColumns } from './run-rows.ts'
import { readSlimRecord, storeSlimRecord } from './slim-record.ts'

/** The largest log that is packed, in events and characters; parts of longer ones are read by position. */
const maxEvents = 2000
const maxCharacters = 1_000_000

export function looseLogTable(database: Database): LooseLogTable {
  return {
    next: () => (olderHostLives(database) ? undefined : database.get(idRow, selectNext)?.id),
    pack: (runId) =>
      database.transaction(() => {
        const done = packLog(database, runId)
        if (done) slimRun(database, runId)
        database.run('DELETE FROM loose_logs WHERE number = (SELECT number FROM runs WHERE id = ?)', runId)
        return done
      }),
  }
}

/** A log that is to be rewritten is packed after that. */
const selectNext = `SELECT runs.id AS id FROM loose_logs JOIN runs ON runs.number = loose_logs.number
  WHERE runs.status NOT IN ('running', 'waiting')
    AND NOT EXISTS (SELECT 1 FROM old_logs WHERE old_logs.number = loose_logs.number)
  ORDER BY loose_logs.number LIMIT 1`

/** The run has ended: call in the transaction that writes its end. */
export function addLooseLog(database: Database, runId: string): void {
  database.run('INSERT OR IGNORE INTO loose_logs SELECT number FROM runs WHERE id = ?', runId)
}

function packLog(database: Database, runId: string): boolean {
  const start = firstKey(database, runId)
  const end = database.get(headRow, selectHead, runId)?.seq
  if (start === null || end === undefined || end >= maxEvents) return false
  const size = looseSize(database, runId)
  if (size === 0 || size > maxCharacters) return size === 0
  const read = readTexts(database, runId, -1, allEvents)
  if (read.length !== end + 1 || read.some(({ damaged }) => damaged)) return false
  const pages = pagesOf(read.map(({ text }) => text)).map((texts) => ({ texts, packed: packTexts(texts) }))
  if (pages.some(({ packed }) => packed === null)) return false
  removePages(database, start)
  let [seq, hash] = [-1, chainStart(runId)]
  for (const { texts, packed } of pages) {
    if (packed === null) continue
    seq += texts.length
    hash = texts.reduce(chainHash, hash)
    database.run(insertPage, start + seq, packed.words, hash, packed.packed)
  }
  database.run('DELETE FROM events WHERE run_id = ?', runId)
  return true
}

/** Rewrites the record in today's format, without what is stored elsewhere. */
function slimRun(database: Database, runId: string): void {
  const [found] = findRuns(database, `SELECT ${runColumns} FROM runs WHERE id = ?`, runId)
  if (found?.readable !== true || found.run.endedAt === null || found.run.damaged !== undefined) return
  const record = storeSlimRecord(database, found.run)
  const again = readSlimRecord(database, found.run, record)
  if (again === null || !isDeepStrictEqual({ ...again.own, ...again.setup }, found.run)) return
  database.run('UPDATE runs SET record = ? WHERE id = ? AND record <> ?', record, runId, record)
  // The record refers to these.
  const { before, after } = found.run
  database.run('DELETE FROM run_snapshots WHERE run_id = ? AND snapshot IN (?, ?)', runId, before, after)
}

const insertPage = 'INSERT INTO log_pages (place, words, hash, packed) VALUES (?, ?, ?, ?)'
const sizeRow = z.object({ size: z.number() })

/** Characters of a log's events that are in rows. */
const looseSize = (database: Database, runId: string): number =>
  database.get(sizeRow, 'SELECT total(length(text)) AS size FROM events WHERE run_id = ?', runId)?.size ?? 0

/** Unpacks its events into rows, unless it is damaged. Call in the transaction that then writes them. */
export function unpackLog(database: Database, runId: string): void {
  const start = firstKey(database, runId)
  const packed = packedAfter(database, runId, -1, allEvents)
  if (start === null || packed.length === 0 || packed.some(({ unsure }) => unsure)) return
  for (const { seq, text, hash } of packed) database.run(insertEvent, runId, seq, text, hash)
  removePages(database, start)
  addLooseLog(database, runId)
}

function removePages(database: Database, start: number): void {
  database.run('DELETE FROM log_pages WHERE place BETWEEN ? AND ?', start, start + keysPerRun - 1)
}
