import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, parse, relative, sep } from 'node:path'
import type { Failure } from '../../src-shared/base/failure.ts'
import { workspaceMissing } from './workspace-failure.ts'

export type CheckedFolder =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly failure: Failure }

const refused = (message: string, advice: string): CheckedFolder => ({
  ok: false,
  failure: { kind: 'invalid-request', message, advice },
})
const pickInside = 'Open the folder of one project inside it.'

/** Whether the inner folder is the outer one or inside it, both by their real paths. */
export function holdsFolder(outer: string, inner: string): boolean {
  const way = relative(outer, inner)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * Whether a folder can be a project; returns its real path, links resolved. A disk's root and the home
 * folder can't be projects: an agent working there could reach everything the user has (T15).
 */
export async function checkProjectFolder(folder: string, home: string = homedir()): Promise<CheckedFolder> {
  if (!isAbsolute(folder)) return refused('A project is named by its whole path.', 'Choose the folder again.')
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return { ok: false, failure: workspaceMissing(folder).failure }
  const found = await stat(real)
  if (!found.isDirectory()) return refused(`${folder} is a file, not a folder.`, 'Open the folder it is in.')
  if (real === parse(real).root) return refused('A whole disk cannot be a project.', pickInside)
  const realHome = await realpath(home).catch(() => home)
  if (holdsFolder(real, realHome))
    return refused('The home folder, or one that holds it, cannot be a project.', pickInside)
  const readable = await access(real, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!readable) return { ok: false, failure: workspaceMissing(folder).failure }
  return { ok: true, folder: real }
}
