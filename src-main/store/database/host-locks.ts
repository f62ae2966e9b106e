import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/**
 * A file for each process that uses a database, which the process keeps locked for as long as it runs. The system frees
 * the lock as soon as the process ends, however it ends: even if it has not been reaped yet, or if another
 * process has its number by now. It works across containers, whose processes cannot see each other.
 * Source: https://sqlite.org/lockingv3.html; better-sqlite3 implements the locks of every system.
 */
export interface HostLocks {
  /** Takes the lock of a new host. @returns its release; the system releases it when the process ends */
  hold(id: string): () => void
  /** Whether the process that holds it is alive; null if it has no lock to check. */
  isHeld(id: string): boolean | null
  /** Removes the files of a dead host. */
  clear(id: string): void
  /** The hosts that have a lock file, dead or alive. */
  list(): string[]
}

/** @param folder absolute; made with the first lock */
export function hostLocks(folder: string): HostLocks {
  const fileOf = (id: string) => join(folder, `${id.replace(/[^\w-]/g, '_')}.lock`)
  return {
    hold: (id) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const connection = locked(fileOf(id))
        return () => {
          connection.close()
          remove(fileOf(id))
        }
      } catch {
        // Without a lock it is identified by its process number and heartbeats, as hosts of earlier versions are.
        return () => undefined
      }
    },
    isHeld: (id) => isHeld(fileOf(id)),
    clear: (id) => remove(fileOf(id)),
    list: () => namesIn(folder).flatMap((name) => /^(.+)\.lock$/.exec(name)?.[1] ?? []),
  }
}

function locked(file: string): Sqlite.Database {
  closeSync(openSync(file, 'a', 0o600))
  const connection = new Sqlite(file, { timeout: probeMs })
  try {
    connection.exec('BEGIN EXCLUSIVE')
    return connection
  } catch (thrown) {
    connection.close()
    throw thrown
  }
}

/** ms that another process may be testing a lock while it is taken. */
const probeMs = 1000

/** Takes a read lock, so that several processes that test at once don't take each other for the holder. */
function isHeld(file: string): boolean | null {
  if (!existsSync(file)) return null
  let connection: Sqlite.Database | undefined
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 0 })
    connection.prepare('SELECT count(*) FROM sqlite_master').get()
    return false
  } catch (thrown) {
    return thrown instanceof Sqlite.SqliteError && thrown.code.startsWith('SQLITE_BUSY') ? true : null
  } finally {
    connection?.close()
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** On Windows a file that another process has open can't be removed. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    return
  }
}
