import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Database, wrapConnection } from './database.ts'
import { type MigrationListener, migrate, outdatedCheck, refuseNewer } from './migrate.ts'
import type { Migration } from './migrations.ts'
import { rowDigest } from './row-digests.ts'
import { storeFailure } from './store-failure.ts'

/** ms another process may hold the write lock before we give up. */
const busyTimeout = 5000
/** Pages of 4 KiB the WAL may grow to before a commit has to checkpoint it; usually `checkpoint` runs earlier. */
const maxWal = 4000

/**
 * Opens or makes a database and brings it to the newest version.
 *
 * Durability: WAL with `synchronous = NORMAL`. What a returned write holds survives the end of the process,
 * however sudden; after a power cut the newest transactions may be missing, but only whole ones and only
 * from the end. Source: https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  migrated: MigrationListener = () => {},
): Database {
  let connection: Sqlite.Database | undefined
  try {
    makeFile(file)
    connection = new Sqlite(file, { timeout: busyTimeout })
    connection.function('row_digest', { varargs: true, deterministic: true }, rowDigest)
    refuseNewer(connection, migrations)
    switchToWal(connection)
    connection.pragma('synchronous = NORMAL')
    connection.pragma(`wal_autocheckpoint = ${maxWal}`)
    connection.pragma('temp_store = MEMORY')
    migrate(connection, file, migrations, migrated)
    connection.pragma('foreign_keys = ON')
    return wrapConnection(connection, outdatedCheck(connection, migrations.length))
  } catch (thrown) {
    connection?.close()
    throw storeFailure(thrown, file)
  }
}

/** For the user alone: SQLite gives the files next to it the same permissions (findCreateFileMode in os_unix.c). */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    // Opening it reports what is wrong.
  }
}

/** Several processes may open a new database at once, and SQLite's busy timeout does not cover this change. */
function switchToWal(connection: Sqlite.Database): void {
  for (let left = busyTimeout; ; left -= 20) {
    try {
      connection.pragma('journal_mode = WAL')
      return
    } catch (thrown) {
      if (left <= 0 || !(thrown instanceof Sqlite.SqliteError) || !thrown.code.startsWith('SQLITE_BUSY')) throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}
