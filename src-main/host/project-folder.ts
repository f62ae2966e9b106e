import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { FailureError } from '../../src-shared/failure.ts'

/**
 * The real path of a folder that can be opened as a project.
 * @throws FailureError where it is not there, is no folder, or can't be read
 */
export function checkedFolder(folder: string): string {
  if (!isAbsolute(folder) || folder.includes('\0')) throw cannotOpen(folder, 'is no absolute path')
  try {
    const real = realpathSync(resolve(folder))
    if (!statSync(real).isDirectory()) throw cannotOpen(folder, 'is a file, not a folder')
    return real
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw cannotOpen(folder, reasonOf(thrown))
  }
}

export function isPresent(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
  if (code === 'ENOENT') return 'does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you'
  return 'cannot be read'
}

const cannotOpen = (folder: string, why: string) =>
  new FailureError({
    kind: 'workspace-missing',
    message: `The folder ${folder} ${why}.`,
    advice: 'Choose another folder.',
  })

/** The branch the user's own repository is on, read without running git; null where there is none or no branch. */
export function currentBranch(folder: string): string | null {
  const head = readHead(join(folder, '.git'))
  return head?.match(/^ref: refs\/heads\/(.+)$/m)?.[1]?.trim() ?? null
}

function readHead(dotGit: string): string | null {
  try {
    if (statSync(dotGit).isDirectory()) return readFileSync(join(dotGit, 'HEAD'), 'utf8')
    // In a linked worktree `.git` is a file that names the real place.
    const named = readFileSync(dotGit, 'utf8')
      .match(/^gitdir: (.+)$/m)?.[1]
      ?.trim()
    return named === undefined ? null : readFileSync(join(resolve(dirname(dotGit), named), 'HEAD'), 'utf8')
  } catch {
    return null
  }
}
