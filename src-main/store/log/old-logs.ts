import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { idRow } from '../database/rows.ts'

/** Logs that may be in an older format, which lists all earlier messages one by one: they are to be rewritten. */
export interface OldLogTable {
  /** The next run; none if only running ones are left. */
  next(): string | undefined
  add(runId: string): void
  /** It was rewritten, or stays as it is. */
  done(runId: string): void
  count(): number
}

const countRow = z.object({ count: z.number() })

export function oldLogTable(database: Database): OldLogTable {
  return {
    next: () =>
      database.get(
        idRow,
        `SELECT runs.id AS id FROM old_logs JOIN runs ON runs.number = old_logs.number
         WHERE runs.status NOT IN ('running', 'waiting') ORDER BY old_logs.number LIMIT 1`,
      )?.id,
    add: (runId) => {
      database.run('INSERT OR IGNORE INTO old_logs SELECT number FROM runs WHERE id = ?', runId)
    },
    done: (runId) => {
      database.run('DELETE FROM old_logs WHERE number = (SELECT number FROM runs WHERE id = ?)', runId)
    },
    count: () => database.get(countRow, 'SELECT count(*) AS count FROM old_logs')?.count ?? 0,
  }
}
