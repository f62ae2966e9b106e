import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Failure, FailureError } from '../../../src-shared/base/failure.ts'

const tryAgain = 'Try again; if it stays, restart Stratagem.'

const byCode: readonly { readonly code: RegExp; readonly message: string; readonly advice: string }[] = [
  {
    code: /^SQLITE_FULL/,
    message: 'The disk that holds your conversations is full.',
    advice: 'Free some space, then go on; nothing that was finished is lost.',
  },
  {
    code: /^SQLITE_(CORRUPT|NOTADB)/,
    message: 'The file that holds your conversations is damaged.',
    advice: 'Put back a copy of it from a backup, or move it away to start with an empty one.',
  },
  {
    code: /^SQLITE_(READONLY|CANTOPEN|PERM)/,
    message: 'The file that holds your conversations cannot be written.',
    advice: 'Check that the data folder exists and that you may write to it.',
  },
  {
    code: /^SQLITE_(BUSY|LOCKED)/,
    message: 'Another program keeps the conversations locked.',
    advice: 'Close other programs that use the data folder, then try again.',
  },
  { code: /^SQLITE_IOERR/, message: 'The disk that holds your conversations reported an error.', advice: tryAgain },
]

export function storeFailed(message: string, advice: string, detail?: string): FailureError {
  const failure: Failure = { kind: 'store-failed', message, advice }
  return new FailureError(detail === undefined ? failure : { ...failure, detail })
}

/** Turns SQLite's environment errors into readable failures; a violated constraint is a bug and is rethrown. */
/** @param file the database: a disk that is full is reported in several ways */
export function storeFailure(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof Sqlite.SqliteError)) return thrown
  const code = thrown.code.startsWith('SQLITE_IOERR') && hasNoRoom(file) ? 'SQLITE_FULL' : thrown.code
  const known = byCode.find((each) => each.code.test(code))
  return known ? storeFailed(known.message, known.advice, `${thrown.code}: ${thrown.message}`) : thrown
}

function hasNoRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize < 131_072
  } catch {
    return false
  }
}

export function damagedRow(detail: string): FailureError {
  return storeFailed(
    'A stored record is damaged and cannot be read.',
    'Put back a copy of the data folder from a backup; what is not damaged still opens.',
    `SQLITE_CORRUPT: ${detail}`,
  )
}

export function damagedLog(runId: string, seq: number): FailureError {
  return storeFailed(
    "The end of this run's log is damaged, so nothing can be added to it.",
    'Put back a copy of the data folder from a backup, or branch from a step before the damage.',
    `run ${runId}, event ${seq}`,
  )
}

export function isDamage(thrown: unknown): boolean {
  return thrown instanceof FailureError && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(thrown.failure.detail ?? '')
}
