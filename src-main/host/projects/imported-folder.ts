import { realpathSync } from 'node:fs'
import { join } from 'node:path'

export const importedFolder = (dataFolder: string): string => join(dataFolder, 'Imported')

/** Whether a project's folder is that of what is only looked at. */
export function isReadOnlyProject(dataFolder: string, folder: string): boolean {
  try {
    return folder === realpathSync(importedFolder(dataFolder))
  } catch {
    // There is no such folder: nothing was ever imported.
    return false
  }
}
