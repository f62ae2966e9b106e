import { realpathSync } from 'node:fs'
import { join } from 'node:path'

export const importedFolder = (dataFolder: string): string => join(dataFolder, 'Imported')

/** Whether a project's folder is the one for read-only imports. */
export function isReadOnlyProject(dataFolder: string, folder: string): boolean {
  try {
    return folder === realpathSync(importedFolder(dataFolder))
  } catch {
    // The folder does not exist: nothing was ever imported.
    return false
  }
}
