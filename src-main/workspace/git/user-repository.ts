import { lstat, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Larger than any legitimate HEAD, `gitdir:` or ignore file, in bytes. */
const largest = 256 * 1024

/**
 * Text of a small regular file; undefined for anything else, so that no read ever blocks on a FIFO or follows a link.
 */
export async function smallText(file: string): Promise<string | undefined> {
  try {
    const found = await lstat(file)
    return found.isFile() && found.size <= largest ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

export interface UserRepository {
  /** Its working tree. */
  readonly top: string
  /** The folder of this working tree's HEAD: `.git`, or what a worktree's or submodule's `.git` file points to. */
  readonly gitFolder: string
}

/** The user's repository that contains `folder`, found by checking it and its parents. */
export async function userRepository(folder: string): Promise<UserRepository | undefined> {
  const found = await lstat(join(folder, '.git')).catch(() => undefined)
  if (found?.isDirectory()) return { top: folder, gitFolder: join(folder, '.git') }
  const pointer = await smallText(join(folder, '.git'))
  const target = pointer === undefined ? undefined : /^gitdir: (.+?)\r?\n?$/.exec(pointer)?.[1]
  if (target !== undefined) return { top: folder, gitFolder: resolve(folder, target) }
  return dirname(folder) === folder ? undefined : userRepository(dirname(folder))
}

/**
 * The branch that the user's own repository around `folder` is on; null if there is none or HEAD is
 * detached. Reads HEAD and starts no process. Source: gitrepository-layout(5).
 */
export async function currentBranch(folder: string): Promise<string | null> {
  const found = await userRepository(resolve(folder))
  const head = found === undefined ? undefined : await smallText(join(found.gitFolder, 'HEAD'))
  return (head === undefined ? undefined : /^ref: refs\/heads\/([^\r\n]+)/.exec(head)?.[1]) ?? null
}
