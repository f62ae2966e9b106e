import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { holdsNothing } from '../../store/database/holds-nothing.ts'
import { newestEventFile } from '../../store/log/newest-event.ts'

const database = 'stratagem.db'
/** Folders whose entries the database refers to: without it they would seem to be garbage. */
const belongings = ['snapshots', 'copies'] as const

/**
 * Whether the history is lost: its database is gone, empty or without a single project, which is never removed, although
 * files that belong to it exist (T40). So ends a database whose log was damaged. To continue as in a new data folder would be silent loss, and the remaining files would be deleted as unreferenced.
 * @param folder the data folder
 */
export function isHistoryLost(folder: string): boolean {
  const hasBelongings = belongings.some((name) => holdsAny(join(folder, name)))
  if (sizeOf(join(folder, database)) > 0) return hasBelongings && holdsNothing(join(folder, database))
  return sizeOf(join(folder, `${database}-wal`)) > 0 || hasBelongings
}

/** @throws FailureError if the history is lost */
export function refuseLostHistory(folder: string): void {
  if (!isHistoryLost(folder)) return
  const backup = newestBackup(folder)
  const copy = backup === null ? '' : ` There is a copy from before an update: rename ${backup} to ${database}.`
  throw new FailureError({
    kind: 'damaged',
    message: `Your conversations are missing: their file is missing, empty or damaged, although other data is still in ${folder}.`,
    advice: `Restore a backup of that folder.${copy} Or start a new history with \`npm run -s agent -- new-history\`, which moves what is left to a separate folder.`,
  })
}

/** Moves the rest of a lost history to another folder, so that a new one starts. @returns that folder */
export function setHistoryAside(folder: string, now: Date): string {
  const aside = freeName(join(folder, `before-${now.toISOString().slice(0, 10)}`))
  mkdirSync(aside, { mode: 0o700 })
  for (const name of [database, `${database}-wal`, `${database}-shm`, newestEventFile(database), ...belongings])
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name))
  return aside
}

function newestBackup(folder: string): string | null {
  const versionOf = (name: string) => Number(/^stratagem\.db\.version-(\d+)\.backup$/.exec(name)?.[1] ?? -1)
  const [newest] = readdirSync(folder)
    .filter((name) => versionOf(name) >= 0)
    .sort((one, other) => versionOf(other) - versionOf(one))
  return newest ?? null
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}-${number}`
    if (!existsSync(tried)) return tried
  }
}

/** 0 if missing. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function holdsAny(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
