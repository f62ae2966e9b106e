import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { smallText } from '../git/user-repository.ts'
import { parseConfig } from '../git-view/config-text.ts'
import { type ReadIndex, readIndex } from '../git-view/read-index.ts'
import { readRegularFile } from '../git-view/regular-files.ts'

/** A repository whose git is run in or below a folder. */
export interface ActingRepository {
  /** The folder of its configuration and hooks. */
  readonly folder: string
  /** Its working tree; null: not known. */
  readonly top: string | null
}
export interface FoundRepositories {
  readonly repositories: readonly ActingRepository[]
  /** `.git` files, which say where a working tree’s repository is. */
  readonly pointers: readonly string[]
}

/** Folders that are looked into for nested repositories, and how deep. */
const [maxFolders, maxDepth] = [2000, 4]
/** Large, and filled by package managers. */
const notEntered: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'target', 'vendor'])
/** How deep submodules nest, and how many are looked at. */
const [maxNesting, maxModules] = [6, 200]

/**
 * The repositories of a folder: its own or that of a folder around it, its submodules, and repositories nested in it.
 * @param history folders of the history that lie outside, as `historyFolders` finds them
 */
export async function findRepositories(folder: string, history: readonly string[]): Promise<FoundRepositories> {
  const repositories = new Map<string, ActingRepository>()
  const pointers: string[] = []
  const add = async (at: string, top: string | null) => {
    const real = await realpath(at).catch(() => null)
    if (real === null || repositories.has(real) || !(await isRepository(real))) return
    repositories.set(real, { folder: real, top })
    for (const inner of await modulesIn(join(real, 'modules'))) await add(inner, null)
  }
  const tops = [folder, ...(await submodules(folder)), ...(await linkedIn(folder)), ...(await nestedIn(folder))]
  for (const top of tops) {
    const at = join(top, '.git')
    const found = await stat(at).catch(() => null)
    if (found?.isDirectory() === true) await add(at, top)
    if (found?.isFile() !== true) continue
    pointers.push(at)
    const target = /^gitdir: (.+?)\r?\n?$/.exec((await smallText(at)) ?? '')?.[1]
    if (target !== undefined) await add(resolve(top, target), top)
  }
  for (const each of history) await add(each, null)
  return { repositories: [...repositories.values()], pointers }
}

/** A worktree’s own part has no objects. */
const isRepository = async (folder: string) => (await lstat(join(folder, 'HEAD')).catch(() => null)) !== null

/** Paths that `.gitmodules` names. Source: gitmodules(5). */
async function submodules(folder: string): Promise<readonly string[]> {
  const settings = parseConfig((await smallText(join(folder, '.gitmodules'))) ?? '')
  const paths = settings.filter(({ section, name }) => section === 'submodule' && name === 'path')
  return paths.slice(0, maxModules).map(({ value }) => resolve(folder, value))
}

/**
 * Where the index says that another repository lies: `git status` runs git in each of them, with its settings, whatever
 * `.gitmodules` says. Source: gitformat-index(5).
 */
async function linkedIn(folder: string): Promise<readonly string[]> {
  const at = join(folder, '.git')
  const links: string[] = []
  let file: string | null = 'index'
  // A split index has its older part in another file.
  for (let part = 0; file !== null && part < 2; part++) {
    const bytes: Buffer | undefined = (await readRegularFile(join(at, file)))?.bytes
    const read: ReadIndex | null = bytes === undefined ? null : (readIndex(bytes, 20) ?? readIndex(bytes, 32))
    links.push(...(read?.links ?? []))
    file = read?.shared == null ? null : `sharedindex.${read.shared}`
  }
  return links.slice(0, maxModules).map((path) => join(folder, Buffer.from(path, 'latin1').toString()))
}

/** Submodules may be named `a/b`, and have submodules. Source: gitrepository-layout(5), "modules". */
async function modulesIn(folder: string, depth = 0): Promise<readonly string[]> {
  if (depth > maxNesting) return []
  const found: string[] = []
  for (const name of await foldersIn(folder)) {
    const at = join(folder, name)
    found.push(...((await isRepository(at)) ? [at] : await modulesIn(at, depth + 1)))
  }
  return found.slice(0, maxModules)
}

interface Looked {
  readonly until: number
  readonly found: readonly string[]
}
const known = new Map<string, Looked>()
/** ms until a folder is looked into again: a repository that a command just made is its own. */
const lasts = 15_000

/** Working trees of repositories nested in a folder, the nearest first. */
async function nestedIn(folder: string): Promise<readonly string[]> {
  const before = known.get(folder)
  if (before !== undefined && performance.now() < before.until) return before.found
  const found: string[] = []
  let level: readonly string[] = [folder]
  let looked = 0
  for (let depth = 0; depth <= maxDepth && looked < maxFolders; depth++) {
    const next: string[] = []
    for (const at of level.slice(0, maxFolders - looked)) {
      looked++
      const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
      if (at !== folder && entries.some(({ name }) => name === '.git')) found.push(at)
      const inner = entries.filter((each) => each.isDirectory() && each.name !== '.git' && !notEntered.has(each.name))
      next.push(...inner.map(({ name }) => join(at, name)))
    }
    level = next
  }
  known.set(folder, { until: performance.now() + lasts, found })
  return found
}

export async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((each) => each.isDirectory()).map(({ name }) => name)
}
