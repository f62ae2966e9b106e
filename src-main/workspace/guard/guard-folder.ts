import { existsSync, constants as flags } from 'node:fs'
import { mkdir, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorWithCode, toRelative } from './guard-path.ts'
import { codeOf } from './guard-text.ts'
import type { WorkspaceRoot } from './guard-types.ts'

/**
 * A folder of the workspace that is kept open during work on files in it.
 *
 * 1. On Linux each folder of the path is opened through the one before (`/proc/self/fd`, which serves as
 *    openat) and without following links, so that replacing a folder by a link in the meantime has no effect.
 * 2. On other systems the path is checked before and, by `recheck`, after a file was opened or created, before anything
 *    is read, written or renamed.
 */
export interface HeldFolder {
  /** The path to use for opening a file in it. */
  at(name: string): string
  /** Throws if the folder is no longer at its path. */
  recheck(): Promise<void>
  close(): Promise<void>
}

/** The best method on this system. */
export function holdMethod(): WorkspaceRoot['hold'] {
  return process.platform === 'linux' && existsSync('/proc/self/fd') ? 'by-descriptor' : 'by-name'
}

/** @param folder a real absolute path inside home, as `locate` found it. Throws system errors. */
export function holdFolder(home: WorkspaceRoot, folder: string, make: boolean): Promise<HeldFolder> {
  return home.hold === 'by-descriptor' ? holdByDescriptor(home, folder, make) : holdByName(folder, make)
}

async function holdByDescriptor(home: WorkspaceRoot, folder: string, make: boolean): Promise<HeldFolder> {
  const directory = flags.O_RDONLY | flags.O_DIRECTORY | flags.O_NOFOLLOW
  let held = await open(home.folder, directory)
  try {
    for (const part of toRelative(home, folder).split('/')) {
      if (part === '.') continue
      const next = `/proc/self/fd/${held.fd}/${part}`
      if (make) await makeFolder(next)
      const inner = await open(next, directory)
      await held.close()
      held = inner
    }
  } catch (thrown) {
    await held.close()
    throw thrown
  }
  return {
    at: (name) => `/proc/self/fd/${held.fd}/${name}`,
    recheck: () => Promise.resolve(),
    close: () => held.close(),
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown
  }
}

async function holdByName(folder: string, make: boolean): Promise<HeldFolder> {
  if (make) await mkdir(folder, { recursive: true })
  const recheck = async () => {
    if ((await realpath(folder)) !== folder) throw errorWithCode('ELOOP')
  }
  await recheck()
  return { at: (name) => join(folder, name), recheck, close: () => Promise.resolve() }
}
