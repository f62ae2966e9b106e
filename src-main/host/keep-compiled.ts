import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { dataFolder } from './data-folder.ts'

/**
 * Keeps what Node compiles of the modules loaded after this call, in the data folder, where nobody else may write: the
 * next start takes less than half the time. Before there is a data folder, nothing is kept; what cannot be kept is
 * compiled again.
 */
export function keepCompiled(folder = dataFolder()): void {
  if (existsSync(folder)) enableCompileCache(join(folder, 'compiled'))
}
