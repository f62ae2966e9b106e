import { closeSync, readFileSync, readSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundSession } from '../../../../src-shared/api/export-requests.ts'
import { openRegular } from '../../data-folder/regular-file.ts'
import type { Session } from './session.ts'

/** A session, and how to read it all. */
export interface FoundFile extends FoundSession {
  /** @returns the session, and the bytes that it was read from @throws FailureError if it can't be read */
  readonly read: () => { readonly session: Session; readonly pieces: readonly Buffer[] }
}

/** Bytes of one session. */
const largest = 200_000_000

export interface FileHere {
  readonly name: string
  readonly path: string
  /** ms since 1970 of the last change. */
  readonly at: number
}

/** Names of a folder that are looked at. */
const maxNames = 20_000

/** Regular files of a folder, the latest first; none if there is no such folder. Links are left out. */
export async function filesIn(folder: string, name: RegExp, most = maxNames): Promise<readonly FileHere[]> {
  const names = (await readdir(folder).catch(() => [])).filter((each) => name.test(each)).slice(0, maxNames)
  const files = await Promise.all(
    names.map(async (each): Promise<FileHere | null> => {
      const path = join(folder, each)
      const info = await lstat(path).catch(() => null)
      return info?.isFile() === true && info.size <= largest ? { name: each, path, at: info.mtimeMs } : null
    }),
  )
  return files
    .filter((file) => file !== null)
    .sort((one, other) => other.at - one.at)
    .slice(0, most)
}

/** Folders of a folder, the last by name first. Links are left out. */
export async function foldersIn(folder: string, name: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && name.test(entry.name)).map((entry) => entry.name)
  return names.sort().reverse()
}

/** The whole file. @param most bytes @throws FailureError if it can't be read */
export function bytesOf(path: string, most = largest): Buffer {
  const file = openRegular(path, most)
  try {
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Its first bytes; none if it can't be read. */
export function headOf(path: string, bytes: number): Buffer {
  try {
    const file = openRegular(path, largest)
    try {
      const buffer = Buffer.alloc(bytes)
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return Buffer.alloc(0)
  }
}
