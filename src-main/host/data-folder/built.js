import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @type {typeof import('./built.d.ts').isBuilt} */
export function isBuilt(root, files, sources) {
  const made = files.map((each) => statSync(join(root, each), { throwIfNoEntry: false })?.mtimeMs)
  const oldest = Math.min(...made.map((ms) => ms ?? Number.NEGATIVE_INFINITY))
  return sources.every((each) => isOlder(join(root, each), oldest))
}

/** @type {typeof import('./built.d.ts').builtProgram} */
export function builtProgram(root, file) {
  if (process.env['STRATAGEM_FROM_SOURCE'] !== undefined) return null
  // An installed package is what was published, whatever the times of its files; and Node reads no TypeScript there.
  const isInstalled = root.split(sep).includes('node_modules')
  const isFresh = isBuilt(root, [file], isInstalled ? [] : sources)
  return isFresh ? pathToFileURL(join(root, file)).href : null
}

/** What programs are built from (`npm run build`). */
const sources = ['src-main', 'src-shared', 'package.json', 'package-lock.json']

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
