import { z } from 'zod'
import type { Database } from './database.ts'
import type { DigestedTable } from './row-digests.ts'

const counted = z.object({ rows: z.number() })
const checked = z.object({ integrity_check: z.string() })

/**
 * Compares the indexes of a table with its rows, and makes them again if they differ: an index that lost an entry leaves
 * rows out of lists, although rows and logs are whole (T40). What was found is noted.
 * @param most rows of a table that is looked at: each is read
 * @returns whether the indexes were as they should be, or were not looked at
 */
export function repairIndexes(database: Database, table: DigestedTable, most: number): boolean {
  const { rows } = database.get(counted, `SELECT count(*) AS rows FROM ${table} NOT INDEXED`) ?? { rows: 0 }
  if (rows > most) return true
  // Source: https://sqlite.org/pragma.html#pragma_integrity_check
  const found = database.all(checked, `PRAGMA integrity_check('${table}')`)
  if (found.every(({ integrity_check: said }) => said === 'ok')) return true
  database.damage.note('indexes', table)
  database.exec(`REINDEX ${table}`)
  return false
}
