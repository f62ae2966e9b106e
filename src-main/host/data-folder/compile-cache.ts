import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { dataFolder } from './data-folder.ts'
import { isPrivateFolder } from './folder-rights.ts'

/**
 * Caches the compiled code of modules loaded after this call in the data folder: the next start takes less than half
 * the time. Without a data folder, or if others can write to it, nothing is cached; what cannot be cached is compiled
 * again.
 */
export function cacheCompiledCode(folder = dataFolder()): void {
  if (!isPrivateFolder(folder)) return
  const compiled = join(folder, 'compiled')
  try {
    mkdirSync(compiled, { mode: 0o700 })
  } catch {
    // It exists, or cannot be created.
  }
  if (isPrivateFolder(compiled)) enableCompileCache(compiled)
}
