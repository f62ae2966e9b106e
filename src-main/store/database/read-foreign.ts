import Sqlite from 'better-sqlite3'
import type { z } from 'zod'

/** Another program's database, only to be read. */
export interface ForeignDatabase {
  /** Rows that do not match are left out. Throws if the database has no such table or is damaged. */
  all<T extends z.ZodType>(row: T, sql: string, ...values: string[]): z.infer<T>[]
  close(): void
}

/**
 * Opens a database of another program without changing it.
 *
 * @param source its path while the program is using it (there is a `-shm` file): SQLite's own rules for readers hold,
 *   and what is only in its log so far is read too. Else its bytes: opening the file would leave new files next to it
 * @throws if it is no database
 *
 * Source: https://sqlite.org/wal.html#read_only_databases, https://sqlite.org/fileformat2.html (bytes 18 and 19)
 */
export function readForeign(source: string | Buffer): ForeignDatabase {
  const connection =
    typeof source === 'string'
      ? new Sqlite(source, { readonly: true, fileMustExist: true, timeout: 2000 })
      : new Sqlite(withoutLog(source), { readonly: true })
  connection.pragma('query_only = ON')
  return {
    all: (row, sql, ...values) =>
      connection
        .prepare(sql)
        .all(...values)
        .flatMap((each) => {
          const read = row.safeParse(each)
          return read.success ? [read.data] : []
        }),
    close: () => void connection.close(),
  }
}

/** A database in memory can't have a write-ahead log; without its files it is whole. */
function withoutLog(bytes: Buffer): Buffer {
  const rollback = 1
  if (bytes.length >= 20) bytes.fill(rollback, 18, 20)
  return bytes
}
