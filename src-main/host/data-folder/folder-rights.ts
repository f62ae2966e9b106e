import { statSync } from 'node:fs'

/** Permission bits of everyone but the owner. */
export const rightsOfOthers = 0o077
/** Those of them that let others change the content of a folder. */
const writeRights = 0o022

/** Who else than its owner can access a folder. */
export type OpenTo = 'nobody' | 'readers' | 'writers'

/** @param mode as returned by the system */
export function openTo(mode: number): OpenTo {
  if ((mode & writeRights) !== 0) return 'writers'
  return (mode & rightsOfOthers) === 0 ? 'nobody' : 'readers'
}

/** Whether only this user can change the folder's content. On Windows modes don't express permissions. */
export function isPrivateFolder(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  const user = process.geteuid?.()
  return found !== undefined && (user === undefined || (found.uid === user && openTo(found.mode) !== 'writers'))
}
