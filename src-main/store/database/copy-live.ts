import { existsSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/**
 * Copies a database as it is at one moment, although others may be writing to it and this process may not. It takes the
 * index of the log that they share (`-shm`); without one nobody has it open, and its files can be copied.
 * Source: https://sqlite.org/wal.html#read_only_databases
 * @returns whether it did; if not, nothing is there
 */
export function copyLive(file: string, to: string): boolean {
  if (!existsSync(`${file}-shm`)) return false
  let connection: Sqlite.Database | undefined
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true })
    connection.prepare('VACUUM INTO ?').run(to)
    return true
  } catch {
    rmSync(to, { force: true })
    return false
  } finally {
    connection?.close()
  }
}
