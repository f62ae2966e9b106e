import Sqlite from 'better-sqlite3'

/**
 * Whether a database has no project: a new one, or one whose log was damaged, so that SQLite sees only what came before the
 * damage. Reads only, and changes nothing. False for one that can't be read, which is reported when it is opened.
 */
export function holdsNothing(file: string): boolean {
  let connection: Sqlite.Database | undefined
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true })
    return connection.prepare('SELECT 1 FROM projects LIMIT 1').get() === undefined
  } catch (thrown) {
    return thrown instanceof Sqlite.SqliteError && /no such table/.test(thrown.message)
  } finally {
    connection?.close()
  }
}
