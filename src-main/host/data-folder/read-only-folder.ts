import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { copyLive } from '../../store/database/copy-live.ts'
import { makeStandIn, removeStandIn, sweepStandIns } from './stand-ins.ts'

/** A folder that stands for a data folder which can't be written: the host works on it, and it is gone afterwards. */
export interface StandIn {
  readonly folder: string
  remove(): void
}

const database = 'stratagem.db'
/** Of other starts and processes, who alone may change them; nobody needs them to look at what is stored. */
const leftOut = /^(desktop|compiled|hosts)$|\.backup|\.tmp$|-shm$/

/** Whether the data folder can be written, or made if there is none. */
export function canWrite(folder: string): boolean {
  return isWritable(folder) && isWritable(join(folder, database))
}

function isWritable(path: string): boolean {
  if (!existsSync(path)) return true
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a stand-in in the temporary folder, for this user alone: copies of the files that lie in the data folder, and
 * links to the folders in it. So all that reads works as ever, also where SQLite would have to write (a log that a crash
 * left, an older version), and the data folder stays as it is. What a killed process left of its own is removed first.
 * @throws FailureError `store-failed` if there is nothing to look at, or no room for the copies
 */
export function standInFor(folder: string): StandIn {
  if (!existsSync(join(folder, database))) throw nothingThere(folder)
  sweepStandIns()
  const made = makeStandIn()
  const remove = () => removeStandIn(made)
  try {
    // Another process may be writing to it at this moment, by another way than this one.
    const done = copyLive(join(folder, database), join(made, database)) ? [database, `${database}-wal`] : []
    for (const name of readdirSync(folder))
      if (!leftOut.test(name) && !done.includes(name)) bring(join(folder, name), join(made, name))
    return { folder: made, remove }
  } catch (thrown) {
    remove()
    throw notCopied(folder, thrown)
  }
}

function bring(from: string, to: string): void {
  const found = statSync(from, { throwIfNoEntry: false })
  if (found?.isDirectory()) symlinkSync(realpathSync(from), to, 'junction')
  if (found?.isFile() !== true) return
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  // The copy has the rights of what it copies.
  chmodSync(to, 0o600)
}

/** In words, for its user. */
export const readOnlyNotice = (folder: string): string =>
  `The data folder ${folder} can't be written. What is stored can be looked at, searched, exported and verified; nothing can be run or changed.`

export const readOnlyFailure = (folder: string) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} can't be written, so nothing can be run or changed.`,
    advice: 'See that you may write to it and that its disk is not read-only, or set STRATAGEM_HOME to another folder.',
  })

const nothingThere = (folder: string) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} can't be written, and holds nothing to look at.`,
    advice: 'See that you may write to it, or set STRATAGEM_HOME to another folder.',
  })

const notCopied = (folder: string, thrown: unknown) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} can't be written, and can't be copied into the temporary folder to be looked at.`,
    advice: 'See that the temporary folder has room, or copy the data folder and set STRATAGEM_HOME to the copy.',
    detail: String(thrown),
  })
