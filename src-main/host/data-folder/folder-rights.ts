import { statSync } from 'node:fs'

/** Permission bits of everyone but the owner. */
export const rightsOfOthers = 0o077
/** Those of them that let others change what lies in a folder. */
const writeRights = 0o022

/** Whom a folder is open to beside its owner. */
export type OpenTo = 'nobody' | 'readers' | 'writers'

/** @param mode as the system gives it */
export function openTo(mode: number): OpenTo {
  if ((mode & writeRights) !== 0) return 'writers'
  return (mode & rightsOfOthers) === 0 ? 'nobody' : 'readers'
}

/** Whether nobody but this user can change what lies in the folder. On Windows rights are no matter of modes. */
export function isOursAlone(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  const user = process.geteuid?.()
  return found !== undefined && (user === undefined || (found.uid === user && openTo(found.mode) !== 'writers'))
}
