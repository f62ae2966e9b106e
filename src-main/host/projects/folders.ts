import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import type { FolderListing } from '../../../src-shared/api/project-requests.ts'
import { checkedFolder } from './folder-checks.ts'

/** If a folder contains more folders than this, only some are shown. */
const maxFolders = 2000

/**
 * The folders in a folder, by name only, for shells that have no folder dialog of their own.
 * @param folder absolute; null is the user's home
 */
export function listFolders(folder: string | null): FolderListing {
  const at = checkedFolder(folder ?? homedir())
  const parent = dirname(at)
  const folders = readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((a, b) => a.localeCompare(b))
    .slice(0, maxFolders)
  return { folder: at, parent: parent === at ? null : parent, folders }
}
