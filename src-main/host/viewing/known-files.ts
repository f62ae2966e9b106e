import { FailureError } from '../../../src-shared/base/failure.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'

/** So many are looked at together. */
const together = 16

/**
 * Which of some names are files of a workspace.
 * @param folder of the workspace
 * @returns for each its project-relative path, or null
 */
export async function knownFiles(folder: string, paths: readonly string[]): Promise<readonly (string | null)[]> {
  const files = await guardFiles(folder)
  const known: (string | null)[] = []
  for (let at = 0; at < paths.length; at += together) {
    const found = await Promise.all(paths.slice(at, at + together).map((path) => files.resolve(path)))
    known.push(...found.map((each) => (each.ok && each.kind === 'file' ? each.relative : null)))
  }
  return known
}

/**
 * The absolute path of a file in a workspace, with all links followed: what another program is given.
 * @throws FailureError if it is not a file, or outside the workspace
 */
export async function fileInside(folder: string, path: string): Promise<string> {
  const found = await (await guardFiles(folder)).resolve(path)
  if (found.ok && found.kind === 'file') return found.absolute
  throw new FailureError({
    kind: 'not-found',
    message: found.ok ? `There is no file ${path} in this project.` : found.problem,
    advice: 'Only files of the project can be opened from here.',
  })
}
