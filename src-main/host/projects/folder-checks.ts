import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'

/**
 * The real path of a folder to list.
 * @throws FailureError if it does not exist, is not a folder, or can't be read
 */
export function checkedFolder(folder: string): string {
  if (!isAbsolute(folder) || folder.includes('\0')) throw cannotOpen(folder, 'is not an absolute path')
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
  if (code === 'EACCES' || code === 'EPERM') return 'is not readable for you'
  return 'can’t be read'
}

const cannotOpen = (folder: string, why: string) =>
  new FailureError({
    kind: 'workspace-missing',
    message: `The folder ${folder} ${why}.`,
    advice: 'Choose another folder.',
  })
