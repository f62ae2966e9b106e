import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { numberRow } from '../database/rows.ts'
import { chainHash, chainStart, sameHash } from './event-chain.ts'
import { unpackTexts } from './log-page.ts'

/** An event of a log as stored, in its own row or packed. */
export interface LogRow {
  readonly seq: number
  readonly text: string
  readonly hash: Uint8Array
  /** Its page is damaged: the text may be right or wrong, or empty if it is lost. */
  readonly unsure?: true
}

/**
 * Packed parts of logs. A page stores only the hash of its last event: the others follow from the texts, and if they do
 * not lead to it, something in the page is damaged.
 */
const page = z.object({
  place: z.number(),
  words: z.number(),
  hash: z.instanceof(Uint8Array),
  packed: z.instanceof(Uint8Array),
})
type Page = z.infer<typeof page>

/** A page's key is its run's number times this, plus the `seq` of its last event. */
export const keysPerRun = 65_536

const select = 'SELECT place, words, hash, packed FROM log_pages WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?'
const selectBefore =
  'SELECT place, words, hash, packed FROM log_pages WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1'

/** The key of a run's first event; null if there is no such run. */
export function firstKey(database: Database, runId: string): number | null {
  const found = database.get(numberRow, 'SELECT number FROM runs WHERE id = ?', runId)
  return found === undefined ? null : found.number * keysPerRun
}

/** The packed events after one. @param most return at most this many, the first ones; less than 0: all */
export function packedAfter(database: Database, runId: string, afterSeq: number, most: number): LogRow[] {
  const start = firstKey(database, runId)
  const found: LogRow[] = []
  if (start === null || afterSeq >= keysPerRun - 1) return found
  for (let after = afterSeq; most < 0 || found.length < most; ) {
    const [next] = database.all(page, select, start + after + 1, start + keysPerRun - 1, 1)
    if (next === undefined) break
    for (const row of rowsOf(database, runId, start, next)) if (row.seq > afterSeq) found.push(row)
    after = next.place - start
  }
  return most < 0 ? found : found.slice(0, most)
}

interface Unpacked {
  readonly runId: string
  readonly page: Page
  readonly before: Uint8Array
  readonly rows: readonly LogRow[]
}
/** The last page read, since a reader of one event usually reads its neighbors too. */
const lastRead = new WeakMap<Database, Unpacked>()

function rowsOf(database: Database, runId: string, start: number, packed: Page): readonly LogRow[] {
  const [earlier] = database.all(page, selectBefore, start, packed.place - 1)
  const from = earlier === undefined ? 0 : earlier.place - start + 1
  const before = earlier?.hash ?? chainStart(runId)
  const known = lastRead.get(database)
  if (known?.runId === runId && sameHash(known.before, before) && isSame(known.page, packed)) return known.rows
  const rows = unpacked(packed, from, packed.place - start, before)
  lastRead.set(database, { runId, page: packed, before, rows })
  return rows
}

const isSame = (one: Page, other: Page): boolean =>
  one.place === other.place &&
  one.words === other.words &&
  sameHash(one.hash, other.hash) &&
  Buffer.compare(one.packed, other.packed) === 0

function unpacked({ words, hash: end, packed }: Page, from: number, to: number, before: Uint8Array): LogRow[] {
  const { texts } = unpackTexts({ words, packed })
  const rows: LogRow[] = []
  let hash = before
  for (let seq = from; seq <= to; seq++) {
    const text = texts[seq - from] ?? ''
    hash = chainHash(hash, text)
    rows.push({ seq, text, hash })
  }
  if (texts.length === rows.length && sameHash(hash, end)) return rows
  return rows.map((row) => ({ ...row, hash: row.seq === to ? end : row.hash, unsure: true }))
}
