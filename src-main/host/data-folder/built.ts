import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether all of these files were built, and after the last change of what they are made from. To add or to remove a file
 * changes its folder.
 * @param root absolute; the others are below it, `sources` files or folders
 */
export function isBuilt(root: string, files: readonly string[], sources: readonly string[]): boolean {
  const made = files.map((each) => statSync(join(root, each), { throwIfNoEntry: false })?.mtimeMs)
  const oldest = Math.min(...made.map((ms) => ms ?? Number.NEGATIVE_INFINITY))
  return sources.every((each) => newestIn(join(root, each)) <= oldest)
}

function newestIn(path: string): number {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return 0
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(facts.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
