import { delimiter, join } from 'node:path'
import { findNode } from './find-node.js'
import { findNothingInFolder } from './not-from-folder.js'
import { withPackages } from './packages.js'
import { replaceProcess } from './replace-process.js'

/**
 * Starts one of the app's programs on a Node that can run it: in this process, or by going on as the project's own Node
 * with the same arguments. Else it says in a sentence what is missing.
 * @param {string} root the folder of the app's `package.json`
 * @param {() => Promise<unknown>} program
 */
export async function onNode(root, program) {
  findNothingInFolder()
  const node = findNode(root)
  switch (node.kind) {
    case 'none':
      process.stderr.write(`${node.why}\n`)
      process.exitCode = 1
      return
    case 'other':
      return await replaceProcess(node.program, [...process.execArgv, ...process.argv.slice(1)])
    case 'this':
      if (node.warning !== null) {
        process.stderr.write(`${node.warning}\n`)
        forgetLinks(root)
      }
      return await withPackages(program)
  }
}

/**
 * npm puts the project's programs first, and with them a Node that can't start here; what the app starts, such as the
 * tests of the user's project, would find that one.
 * @param {string} root
 */
function forgetLinks(root) {
  const linked = join(root, 'node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== linked)
  process.env.PATH = folders.join(delimiter)
}
