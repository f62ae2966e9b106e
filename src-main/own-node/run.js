/**
 * For the scripts of package.json, by `run` and `run.cmd`, with a file of this repository or the name of a package, and
 * arguments: runs that file, or the program of that package, on a Node that can run it. The programs of the app find
 * one themselves; other programs, and those that they start, get the one that the app runs on.
 */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findNode } from './find-node.js'
import { findNothingInFolder } from './not-from-folder.js'
import { missingPackages } from './packages.js'
import { replaceProcess } from './replace-process.js'

findNothingInFolder()
const root = fileURLToPath(new URL('../..', import.meta.url))
const [name = '', ...args] = process.argv.slice(2)

if (name.endsWith('.js')) {
  const file = join(root, name)
  process.argv.splice(1, 2, file)
  await import(pathToFileURL(file).href)
} else await onOwnNode(name.endsWith('.ts') ? join(root, name) : programOf(name))

/** @param {string | null} file */
async function onOwnNode(file) {
  const node = findNode(root)
  const isInstalled = existsSync(join(root, 'node_modules', '.package-lock.json'))
  if (node.kind === 'none' || file === null || !isInstalled) {
    process.stderr.write(`${node.kind === 'none' ? node.why : missingPackages}\n`)
    process.exitCode = 1
    return
  }
  if (node.kind === 'this' && node.warning !== null) process.stderr.write(`${node.warning}\n`)
  const program = node.kind === 'this' ? process.execPath : node.program
  await replaceProcess(program, [file, ...args], { ...process.env, ...withFirst(dirname(program)) })
}

/**
 * @param {string} folder
 * @returns {Record<string, string>} what becomes of the variable that lists folders of programs
 */
function withFirst(folder) {
  const key = Object.keys(process.env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH'
  return { [key]: [folder, process.env[key] ?? ''].join(delimiter) }
}

/**
 * @param {string} name of a package
 * @returns {string | null}
 */
function programOf(name) {
  const folder = join(root, 'node_modules', name)
  try {
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return join(folder, typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]))
  } catch {
    return null
  }
}
