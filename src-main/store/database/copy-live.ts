import { existsSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/**
 * Copies a consistent state of a database while other processes may be writing to it and this one may not. Uses the
 * log index that they share (`-shm`); if there is none, no process has it open, and its files can be copied.
 * Source: https://sqlite.org/wal.html#read_only_databases
 * @returns whether it was copied; if not, no file is left
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
