import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { type OpenTo, openTo, rightsOfOthers } from './folder-rights.ts'

/**
 * Creates the data folder for its user alone, or closes an existing one to everyone else (T37). What is directly in
 * it is closed, too, which makes anything deeper inaccessible. Permissions are only removed, never added. On Windows
 * the folder inherits the permissions of the user's profile, and nothing is changed.
 * @param folder absolute; may be a link to another folder of the user
 * @returns messages for its user
 * @throws FailureError `store-failed` if it can't be created or belongs to another user
 */
export function makePrivate(folder: string): readonly string[] {
  const user = process.geteuid?.()
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(folder)
    if (user === undefined) return []
    if (uid !== user) throw ofAnotherUser(folder)
    const before = openTo(mode)
    if (before !== 'nobody') take(() => chmodSync(folder, mode & 0o700))
    for (const name of readdirSync(folder)) closeEntry(join(folder, name), user)
    // Node runs its compile cache unchecked.
    if (before === 'writers') take(() => rmSync(join(folder, 'compiled'), { recursive: true, force: true }))
    return noticesOf(folder, before, openTo(statSync(folder).mode))
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw cannotBeMade(folder, thrown)
  }
}

/** On a disk that is read-only or has no permissions, nothing is changed. */
function take(work: () => void): void {
  try {
    work()
  } catch {
    return
  }
}

/** Uses an open file rather than its name, so that a planted link is never followed. */
function closeEntry(path: string, user: number): void {
  take(() => {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = fstatSync(file)
      const isOurs = found.uid === user && (found.isFile() || found.isDirectory())
      if (isOurs && (found.mode & rightsOfOthers) !== 0) fchmodSync(file, found.mode & 0o700)
    } finally {
      closeSync(file)
    }
  })
}

function noticesOf(folder: string, before: OpenTo, now: OpenTo): string[] {
  if (now !== 'nobody')
    return [
      `Other users of this computer can ${now === 'writers' ? 'change' : 'read'} the data folder ${folder}, and its disk doesn't support changing that. Set STRATAGEM_HOME to a folder on another disk.`,
    ]
  switch (before) {
    case 'nobody':
      return []
    case 'readers':
      return [`Other users of this computer could read the data folder ${folder}. They no longer can.`]
    case 'writers':
      return [
        `Other users of this computer could change the data folder ${folder}. They no longer can. Check that your strategies, presets and settings are still yours.`,
      ]
    default:
      return assertNever(before)
  }
}

const cannotBeMade = (folder: string, thrown: unknown) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} can’t be created.`,
    advice: 'Check its permissions, or set STRATAGEM_HOME to another folder.',
    detail: String(thrown),
  })

const ofAnotherUser = (folder: string) =>
  new FailureError({
    kind: 'store-failed',
    message: `The data folder ${folder} belongs to another user of this computer.`,
    advice: 'Set STRATAGEM_HOME to a folder of yours. If this one should be yours, change its owner with chown.',
  })
