import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { smallText, userRepository } from './git/user-repository.ts'
import { readIndex } from './git-view/read-index.ts'
import { readRegularFile } from './git-view/regular-files.ts'

/**
 * The folders of the history of the project in `folder`, if they are outside of it: a commit writes there.
 *
 * The folder's own `.git` is not trusted, since a command may have written it: the repository it names must know the
 * folder as a worktree of its own, and one further up must have files of the folder in its index.
 */
export async function historyFolders(folder: string): Promise<readonly string[]> {
  const found = await userRepository(resolve(folder))
  if (found === undefined) return []
  const own = join(folder, '.git')
  if (found.gitFolder === own) return []
  if (found.top === folder) return ofWorktree(found.gitFolder, own)
  const isFolder = (await lstat(found.gitFolder).catch(() => null))?.isDirectory() === true
  const isItsOwn = isFolder && dirname(found.gitFolder) === found.top
  return isItsOwn && (await holdsFilesOf(found.gitFolder, found.top, folder)) ? [found.gitFolder] : []
}

/**
 * A worktree's own part and what it shares with the others, if these list it. Only folders at the paths that git itself
 * uses count. Source: gitrepository-layout(5), "gitdir" and "commondir".
 */
async function ofWorktree(gitFolder: string, pointer: string): Promise<readonly string[]> {
  const own = await realpath(gitFolder).catch(() => gitFolder)
  const shared = dirname(dirname(own))
  const isInPlace = basename(dirname(own)) === 'worktrees' && basename(shared).endsWith('.git')
  const knows = (await smallText(join(own, 'gitdir')))?.trim() === pointer
  const common = (await smallText(join(own, 'commondir')))?.trim()
  return isInPlace && knows && common !== undefined && resolve(own, common) === shared ? [shared] : []
}

/** Read by the app itself: git would also read the repository's configuration. */
async function holdsFilesOf(gitFolder: string, top: string, folder: string): Promise<boolean> {
  const file = await readRegularFile(join(gitFolder, 'index'))
  if (file === null) return false
  const below = Buffer.from(`${relative(top, folder).split(sep).join('/')}/`).toString('latin1')
  const paths = [20, 32].flatMap((hash) => readIndex(file.bytes, hash)?.paths ?? [])
  return paths.some((path) => path.startsWith(below))
}
