import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The project's own Node, an optional package of npm for each system, whether or not npm has linked it into
 * `node_modules/.bin`: npm 9 and 10 leave that link out where they run no scripts. All of this folder is JavaScript,
 * because a Node that is not the project's own may not read TypeScript.
 * @typedef {{ kind: 'here', program: string, version: string } | { kind: 'absent' } | { kind: 'not-for-this-system' }} OwnNode
 * @param {string} root the folder of the app's `package.json`
 * @returns {OwnNode}
 */
export function ownNode(root) {
  const { optionalDependencies = {} } = read(join(root, 'package.json'))
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const name = [`node-${system}`, `node-bin-${system}`].find((each) => each in optionalDependencies)
  if (name === undefined) return { kind: 'not-for-this-system' }
  try {
    // Where the app is a package of another project, its packages may lie beside it.
    const file = createRequire(pathToFileURL(join(root, 'package.json'))).resolve(`${name}/package.json`)
    const { version, bin } = read(file)
    if (version !== optionalDependencies[name]) return { kind: 'absent' }
    return { kind: 'here', program: join(dirname(file), bin.node), version }
  } catch {
    return { kind: 'absent' }
  }
}

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
