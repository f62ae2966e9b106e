import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { copyLive } from '../../store/database/copy-live.ts'
import { newestEventFile } from '../../store/log/newest-event.ts'
import { standInForCopies, standInForSnapshots } from './stand-in-stores.ts'
import { makeStandIn, removeStandIn, sweepStandIns } from './stand-ins.ts'

/**
 * A temporary substitute for a data folder that can't be written: the host works on it, and it is removed afterwards.
 */
export interface StandIn {
  readonly folder: string
  remove(): void
}

const database = 'stratagem.db'
const newest = newestEventFile(database)
/** Belong to other starts and processes, which alone may change them; not needed to view what is stored. */
const leftOut = /^(desktop|compiled|hosts)$|\.backup|\.tmp$|-shm$/

/** Whether the data folder can be written, or created if there is none. */
export const canWrite = (folder: string): boolean => whyUnwritable(folder) === null

/** Why nothing can be stored: nobody may write there, or its disk is full. */
export type Unwritable = 'read-only' | 'full'

/** Null: the data folder can be written, or created if there is none. */
export function whyUnwritable(folder: string): Unwritable | null {
  if (!isWritable(folder) || !isWritable(join(folder, database))) return 'read-only'
  return existsSync(folder) && isFull(folder) ? 'full' : null
}

/** What opening the database takes at least, bytes: its shared memory, and the beginning of a log. */
const leastRoom = 131_072
/** With more free space than this, bytes, nothing is tried. */
const muchRoom = 8_000_000

/** Whether a file of the size that is needed can't be written: what is free is not the same for every user. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > muchRoom) return false
  const tried = join(folder, `room-${process.pid}.tmp`)
  try {
    writeFileSync(tried, Buffer.alloc(leastRoom), { flush: true })
    return false
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT')
  } finally {
    rmSync(tried, { force: true })
  }
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

/** What is written to even by those who only look: the state of the files now is a snapshot, too. */
const writtenByReaders: { readonly [name: string]: (from: string, to: string) => void } = {
  snapshots: standInForSnapshots,
  copies: standInForCopies,
}

/**
 * Creates a stand-in in the temporary folder, for this user alone: copies of the files in the data folder, and
 * links to its subfolders; of snapshots, stores of their own that read the stored ones. So all reading works as usual, even if SQLite has to write (a log that a crash
 * left, an older version), and the data folder stays unchanged. Stand-ins of killed processes are removed first.
 * @throws FailureError `store-failed` if there is no data, or no room for the copies
 */
export function standInFor(folder: string): StandIn {
  if (!existsSync(join(folder, database))) throw nothingThere(folder)
  sweepStandIns()
  const made = makeStandIn()
  const remove = () => removeStandIn(made)
  try {
    // Another process with write access may be writing to it at this moment: the note of the newest event comes first.
    bring(join(folder, newest), join(made, newest))
    const done = copyLive(join(folder, database), join(made, database))
      ? [database, `${database}-wal`, newest]
      : [newest]
    for (const name of readdirSync(folder))
      if (!leftOut.test(name) && !done.includes(name))
        (writtenByReaders[name] ?? bring)(join(folder, name), join(made, name))
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
  // The copy has the permissions of the original.
  chmodSync(to, 0o600)
}

/** As a sentence for its user. */
export const readOnlyNotice = (folder: string, why: Unwritable): string =>
  `${what(folder, why)}. You can view, search, export and verify what is stored, but not run or change anything.`

const what = (folder: string, why: Unwritable): string =>
  why === 'full' ? `The disk of the data folder ${folder} is full` : `The data folder ${folder} is read-only`

export const readOnlyFailure = (folder: string, why: Unwritable) =>
  new FailureError({
    kind: 'store-failed',
    message: `${what(folder, why)}, so nothing can be run or changed.`,
    advice:
      why === 'full'
        ? 'Free some space, then start Stratagem again; nothing that was finished is lost.'
        : 'Check that you can write to it and that its disk is not read-only, or set STRATAGEM_HOME to another folder.',
  })

const nothingThere = (folder: string) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} is read-only and empty.`,
    advice: 'Check that you can write to it, or set STRATAGEM_HOME to another folder.',
  })

const notCopied = (folder: string, thrown: unknown) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} can’t be written, and can’t be copied to the temporary folder for viewing.`,
    advice:
      'Check that the temporary folder has free space, or copy the data folder and set STRATAGEM_HOME to the copy.',
    detail: String(thrown),
  })
