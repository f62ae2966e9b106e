import { lstat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { GitFile } from '../../../src-shared/workspace/git-state.ts'
import { type GitReadOptions, readGit } from '../git/read-git.ts'
import { findRepository } from '../git-view/find-repository.ts'
import { cannotWrite } from './writing-view.ts'

/** What git says of a project's files. */
export interface RepositoryState {
  /** Null: HEAD is detached. */
  readonly branch: string | null
  /** Null before the first commit. */
  readonly head: string | null
  readonly files: readonly GitFile[]
  /** Why there can be no commit now, as a sentence; null: there can. */
  readonly busy: string | null
  /** Of the project's folder in its repository: empty, or ending with a slash. */
  readonly prefix: string
  /** Files outside of the project's folder that the next commit would change, too. */
  readonly stagedOutside: number
}

const limit = 32_000_000
const args = ['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all', '--no-renames']

/**
 * The changed files of a project, by git that only reads. Files outside of the project's folder are left out, though
 * its repository may be larger.
 * @returns null if it is in no repository
 * @throws FailureError if the repository can't be read
 */
export async function repositoryState(
  folder: string,
  reading: GitReadOptions,
  signal: AbortSignal,
): Promise<RepositoryState | null> {
  const found = await findRepository(folder)
  if ('why' in found) {
    if (found.why.startsWith('not a git repository')) return null
    throw cannotWrite(found.why)
  }
  const run = await readGit({ folder: found.top, args, signal, limit, reading })
  if (run.code !== 0) throw cannotWrite(run.trouble.trim() || 'The state of the repository could not be read.')
  const within = relative(found.top, folder).split(sep).join('/')
  const prefix = within === '' ? '' : `${within}/`
  return { ...readStatus(run.output.toString(), prefix), busy: await busyWith(found.own), prefix }
}

/** Source: git-status(1), "Porcelain Format Version 2". @param prefix of the project in its repository */
export function readStatus(output: string, prefix: string): Omit<RepositoryState, 'busy' | 'prefix'> {
  let branch: string | null = null
  let head: string | null = null
  const files: GitFile[] = []
  let stagedOutside = 0
  for (const line of output.split('\0')) {
    const [, key = '', value = ''] = /^# branch\.(\w+) (.*)$/.exec(line) ?? []
    if (key === 'oid') head = value === '(initial)' ? null : value
    else if (key === 'head') branch = value === '(detached)' ? null : value
    else
      for (const file of fileIn(line))
        if (file.path.startsWith(prefix)) files.push(file)
        else if (file.staged !== null) stagedOutside += 1
  }
  return { branch, head, files, stagedOutside }
}

function fileIn(line: string): GitFile[] {
  if (line.startsWith('? ')) {
    const path = line.slice(2)
    // A folder that is listed as one is a repository of its own.
    return path.endsWith('/') ? [] : [{ path, staged: null, unstaged: 'added' }]
  }
  const changed = /^1 (.)(.) (\S{4}) \S+ \S+ \S+ \S+ \S+ ([\s\S]+)$/.exec(line)
  if (changed !== null) {
    const [, index = '.', tree = '.', module = '', path = ''] = changed
    return module.startsWith('S') ? [] : [{ path, staged: kindOf(index), unstaged: kindOf(tree) }]
  }
  const [, path] = /^u \S+ \S+ \S+ \S+ \S+ \S+ \S+ \S+ \S+ ([\s\S]+)$/.exec(line) ?? []
  return path === undefined ? [] : [{ path, staged: null, unstaged: 'conflict' }]
}

function kindOf(letter: string): 'added' | 'changed' | 'removed' | null {
  if (letter === '.') return null
  if (letter === 'A') return 'added'
  return letter === 'D' ? 'removed' : 'changed'
}

const underWay: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'A merge'],
  ['rebase-merge', 'A rebase'],
  ['rebase-apply', 'A rebase'],
  ['CHERRY_PICK_HEAD', 'A cherry-pick'],
  ['REVERT_HEAD', 'A revert'],
]

/** @param own the folder of HEAD */
async function busyWith(own: string): Promise<string | null> {
  for (const [name, what] of underWay) {
    const isThere = await lstat(join(own, name)).catch(() => null)
    if (isThere !== null) return `${what} is under way in this repository. Finish it in a terminal first.`
  }
  return null
}
