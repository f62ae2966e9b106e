import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** @type {typeof import('./built.d.ts').isBuilt} */
export function isBuilt(root, files, sources) {
  const made = files.map((each) => statSync(join(root, each), { throwIfNoEntry: false })?.mtimeMs)
  const oldest = Math.min(...made.map((ms) => ms ?? Number.NEGATIVE_INFINITY))
  return sources.every((each) => isOlder(join(root, each), oldest))
}

/**
 * @param {string} path
 * @param {number} limit ms since 1970
 * @returns {boolean}
 */
function isOlder(path, limit) {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return true
  if (facts.mtimeMs > limit) return false
  return !facts.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), limit))
}
