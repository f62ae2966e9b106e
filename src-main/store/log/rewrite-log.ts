import type { Database } from '../database/database.ts'
import { eventRow, headRow } from '../database/rows.ts'
import { unpackLog } from '../tables/pack-log.ts'
import { chainHash, chainStart, sameHash } from './event-chain.ts'

/**
 * Rewrites a log's events in an equivalent format, and chains them again. Only a log with an intact chain is
 * rewritten: a damaged one stays as it is, and recognizable as damaged.
 *
 * @param rewritten maps the texts of all events, in order, to the new ones; null: no change
 * @returns whether the log was rewritten
 */
export function rewriteLog(
  database: Database,
  runId: string,
  rewritten: (texts: readonly string[]) => readonly string[] | null,
): boolean {
  return database.transaction(() => {
    unpackLog(database, runId)
    const rows = database.all(eventRow, 'SELECT seq, text, hash FROM events WHERE run_id = ? ORDER BY seq', runId)
    const head = database.get(headRow, 'SELECT seq, hash FROM event_heads WHERE run_id = ?', runId)
    const last = rows.at(-1)
    if (head === undefined || last?.seq !== head.seq || !sameHash(last.hash, head.hash)) return false
    let before = chainStart(runId)
    for (const [at, { seq, text, hash }] of rows.entries()) {
      before = chainHash(before, text)
      if (seq !== at || !sameHash(before, hash)) return false
    }
    const texts = rewritten(rows.map(({ text }) => text))
    if (texts === null || texts.length !== rows.length) return false
    writeAll(database, runId, texts)
    return true
  })
}

function writeAll(database: Database, runId: string, texts: readonly string[]): void {
  let hash = chainStart(runId)
  for (const [seq, text] of texts.entries()) {
    hash = chainHash(hash, text)
    database.run('UPDATE events SET text = ?, hash = ? WHERE run_id = ? AND seq = ?', text, hash, runId, seq)
  }
  database.run('UPDATE event_heads SET hash = ? WHERE run_id = ?', hash, runId)
}
