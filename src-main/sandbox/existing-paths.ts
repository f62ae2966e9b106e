import { realpathSync, type Stats, statSync } from 'node:fs'

/**
 * The real paths of those that exist. Synchronous: there are many, most don't exist, and a
 * command waits for them.
 */
export function existingPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.filter(isThere).flatMap(realPath))]
}

/** One that can't be accessed has no known real path either. */
function isThere(path: string): boolean {
  return statsOf(path) !== undefined
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function realPath(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)]
  } catch {
    return []
  }
}

export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true
