import { mkdir, readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { smallText } from '../git/user-repository.ts'
import { parseConfig, type Setting } from '../git-view/config-text.ts'
import { type ActingRepository, findRepositories, foldersIn } from './find-repositories.ts'

/**
 * Absolute paths by which git in a folder starts programs or is led to other files: whoever writes them decides what
 * the user’s next `git status` or `git commit` runs, outside of any sandbox. Some may be missing, and some be links.
 */
export interface ActingPaths {
  readonly files: readonly string[]
  /** Folders of hooks. */
  readonly folders: readonly string[]
}

/**
 * Those of a folder’s own repository, of its submodules and worktrees, and of repositories nested in it.
 * Sources: git-config(1) "include", "core.hooksPath"; githooks(5); gitattributes(5); gitrepository-layout(5).
 * @param history folders of the history that lie outside of it
 */
export async function actingPaths(folder: string, history: readonly string[]): Promise<ActingPaths> {
  const { repositories, pointers } = await findRepositories(folder, history)
  const files = [...pointers]
  const folders: string[] = []
  const isWithin = (path: string) => [folder, ...history].some((each) => path.startsWith(each + sep))
  const users = await userSettings()
  for (const repository of repositories) {
    const own = await ofRepository(repository)
    const { settings, included } = await settingsIn(join(repository.folder, 'config'))
    const moved = [...users, ...settings]
      .filter(isHooksPath)
      .map(({ value }) => placeOf(value, repository.top ?? folder))
    files.push(...own.files, ...included.filter(isWithin))
    folders.push(...own.folders, ...moved.filter(isWithin))
  }
  const linked = await Promise.all(folders.map(linkedScripts))
  files.push(...linked.flat().filter(isWithin))
  return { files: [...new Set(files)], folders: [...new Set(folders)] }
}

/** Makes the usual folder of hooks where it is missing: what is not there can’t be made read-only. */
export async function makeHookFolders({ folders }: ActingPaths): Promise<void> {
  for (const each of folders) if (dirname(each).endsWith('.git')) await mkdir(each).catch(() => undefined)
}

async function ofRepository({ folder }: ActingRepository): Promise<ActingPaths> {
  const trees = (await foldersIn(join(folder, 'worktrees'))).map((name) => join(folder, 'worktrees', name))
  const named = ['config', 'config.worktree', 'commondir', 'info/attributes'].map((name) => join(folder, name))
  const ofTrees = trees.flatMap((tree) => ['gitdir', 'commondir', 'config.worktree'].map((name) => join(tree, name)))
  return { files: [...named, ...ofTrees], folders: [join(folder, 'hooks')] }
}

/** Includes nest; git itself allows ten. */
const maxIncludes = 10

/** The settings of a file and of all that it includes, whatever their condition is, and the paths of those. */
async function settingsIn(
  file: string,
  depth = 0,
): Promise<{ readonly settings: readonly Setting[]; readonly included: readonly string[] }> {
  const own = parseConfig((await smallText(await real(file))) ?? '')
  const paths =
    depth < maxIncludes
      ? own
          .filter(({ section, name }) => (section === 'include' || section === 'includeif') && name === 'path')
          .map(({ value }) => placeOf(value, dirname(file)))
      : []
  const inner = await Promise.all(paths.map((path) => settingsIn(path, depth + 1)))
  return {
    settings: [...own, ...inner.flatMap((each) => each.settings)],
    included: [...paths, ...inner.flatMap((each) => each.included)],
  }
}

/** The user’s own may name a folder of hooks in each project. */
async function userSettings(): Promise<readonly Setting[]> {
  const moved = process.env['XDG_CONFIG_HOME'] ?? ''
  const config = isAbsolute(moved) ? moved : join(homedir(), '.config')
  const found = await Promise.all(
    [join(config, 'git/config'), join(homedir(), '.gitconfig')].map((each) => settingsIn(each)),
  )
  return found.flatMap(({ settings }) => settings)
}

const isHooksPath = ({ section, subsection, name }: Setting) =>
  section === 'core' && subsection === null && name === 'hookspath'

/** `~` is the home folder, also in the middle of what git-config(1) calls a pathname. */
const placeOf = (value: string, from: string) => resolve(from, value.replace(/^~(?=\/|$)/, homedir()))

/** What the hooks in a folder are links to. */
async function linkedScripts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const links = entries.filter((each) => each.isSymbolicLink())
  return await Promise.all(links.map(({ name }) => real(join(folder, name))))
}

const real = (path: string) => realpath(path).catch(() => path)
