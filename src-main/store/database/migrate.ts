import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { Migration } from './migrations.ts'
import { storeFailed } from './store-failure.ts'

function versionOf(connection: Sqlite.Database): number {
  return Number(connection.pragma('user_version', { simple: true }))
}

/** A newer app's database is left exactly as it is. */
export function refuseNewer(connection: Sqlite.Database, migrations: readonly Migration[]): void {
  const version = versionOf(connection)
  if (version <= migrations.length) return
  throw storeFailed(
    'Your conversations were written by a newer version of Stratagem.',
    'Update Stratagem to open them. Nothing was changed.',
    `database version ${version}, this app knows ${migrations.length}`,
  )
}

/**
 * A check before each write: while this process has the database open, a newer version may be started and update the
 * schema. Writes of this version would then no longer fit; reads are left to SQLite, which reports missing tables.
 * @param known the version that this process knows
 * @returns throws a FailureError `store-failed` if the database is newer. Costs a few µs: SQLite has cached the page
 */
export function outdatedCheck(connection: Sqlite.Database, known: number): () => void {
  const version = connection.prepare('PRAGMA user_version').pluck()
  return () => {
    const now = Number(version.get())
    if (now <= known) return
    throw storeFailed(
      'A newer version of Stratagem has updated your conversations, so this one can no longer write them.',
      'Quit this version and start Stratagem again. Nothing is lost; a run from here can be resumed there.',
      `database version ${now}, this app knows ${known}`,
    )
  }
}

/** @param from 0 for a new database */
export type MigrationListener = (from: number, to: number) => void

/** Runs all missing migrations in one transaction: all succeed, or the database stays as it was. */
export function migrate(
  connection: Sqlite.Database,
  file: string,
  migrations: readonly Migration[],
  migrated: MigrationListener,
): void {
  const before = versionOf(connection)
  if (before === migrations.length) return
  if (before > 0) backup(connection, file, before)
  const all = connection.transaction(() => {
    // Another process may have migrated it while this one waited for the lock.
    const version = versionOf(connection)
    for (const each of migrations.slice(version)) connection.exec(each.sql)
    if (version < migrations.length) connection.pragma(`user_version = ${migrations.length}`)
  })
  all.immediate()
  migrated(before, migrations.length)
}

/** Keeps a full copy next to the database: `<file>.version-<n>.backup`. */
function backup(connection: Sqlite.Database, file: string, version: number): void {
  const target = `${file}.version-${version}.backup`
  const partial = `${target}.${process.pid}`
  rmSync(partial, { force: true })
  // SQLite treats an empty file as a new database; the file's permissions are kept.
  closeSync(openSync(partial, 'wx', 0o600))
  connection.prepare('VACUUM INTO ?').run(partial)
  const copy = new Sqlite(partial, { readonly: true })
  const isOld = versionOf(copy) === version
  copy.close()
  // A copy made after another process migrated must not replace the backup of the old version.
  if (isOld || !existsSync(target)) renameSync(partial, target)
  else rmSync(partial)
}
