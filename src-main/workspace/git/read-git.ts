import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Confine } from '../../../src-shared/workspace/confine.ts'
import { findRepository } from '../git-view/find-repository.ts'
import { readingSettings } from '../git-view/git-settings.ts'
import { firstOutsideLink } from '../git-view/outside-links.ts'
import { makeView, type RepositoryView, removeView } from '../git-view/repository-view.ts'
import { userSettings } from '../git-view/user-settings.ts'
import { removeLeftovers } from '../snapshots/snapshot-repository.ts'
import { gitEnvironment, noFile } from './git-environment.ts'
import { type GitRun, runGit } from './git-runner.ts'

/** What git needs for reading a repository. */
export interface GitReadOptions {
  /** The folder for views of repositories, which no command of a model can write. Created if missing. */
  readonly views: string
  /**
   * Confines git: no writes, no network, and only the files that it needs; null if the system can't.
   * @param seen the folders that it must read; it starts in the first
   */
  confine(seen: readonly string[]): Promise<Confine | null>
}
export interface GitReading {
  readonly folder: string
  readonly args: readonly string[]
  readonly signal: AbortSignal
  readonly limit: number
  readonly reading: GitReadOptions
}

const noDiffPrograms = ['--no-ext-diff', '--no-textconv']
/** Overrides `.gitmodules`: a submodule would be read with its own configuration. */
const noSubmodules = '--ignore-submodules=dirty'
const quietOptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['diff', [...noDiffPrograms, noSubmodules]],
  ['diff-tree', [...noDiffPrograms, noSubmodules]],
  ['status', [noSubmodules]],
  ['show', [...noDiffPrograms, noSubmodules]],
  ['log', [...noDiffPrograms, noSubmodules]],
  ['whatchanged', [...noDiffPrograms, noSubmodules]],
  ['stash', noDiffPrograms],
  ['blame', ['--no-textconv']],
  ['annotate', ['--no-textconv']],
  ['grep', ['--no-textconv', '--no-recurse-submodules']],
])
/**
 * Options that make a reading command write a file, start a program, read outside or use a submodule's configuration;
 * git accepts abbreviations, too. `onlyReads` allows none of them: this is a second line of defense.
 */
const unsafeOptions = [
  '--output',
  '--ext-diff',
  '--textconv',
  '--filters',
  '--open-files-in-pager',
  '--no-index',
  '--show-signature',
  '--contents',
  '--ignore-revs-file',
  '--pathspec-from-file',
  '--exclude-from',
  '--ignore-submodules',
  '--recurse-submodules',
  '--submodule',
  '--dirty',
  '--broken',
  '--help',
]

function unsafeOption(command: string, args: readonly string[]): string | undefined {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end).find((each) => {
    const name = each.split('=')[0] ?? ''
    if (command === 'grep' && each.startsWith('-O')) return true
    return name.startsWith('--') && name.length > 2 && unsafeOptions.some((unsafe) => unsafe.startsWith(name))
  })
}

/**
 * Runs a git command that only reads.
 *
 * 1. Git sees a view of the repository that contains only our configuration (`repository-view.ts`).
 * 2. It is confined if the system can, whatever the user's setting for commands, since it runs without approval.
 * 3. What can't be read this way is refused with a sentence.
 */
export async function readGit({ folder, args, signal, limit, reading }: GitReading): Promise<GitRun> {
  const [command = '', ...rest] = args
  const unsafe = unsafeOption(command, rest)
  if (unsafe !== undefined || command.startsWith('-'))
    return refused(129, `The option ${unsafe ?? command} is not allowed for a git command that only reads.`)
  const found = await findRepository(folder)
  if ('why' in found) return refused(128, `fatal: ${found.why}`)
  await prepareViews(reading.views)
  const views = await realpath(reading.views)
  const view = await makeView(found, await userSettings(reading.views), views)
  if ('why' in view) return refused(128, `fatal: ${view.why}`)
  try {
    const out = await firstOutsideLink(view, folder, command, rest)
    if (out !== null) return refused(128, `fatal: ${out} is reached by a link that leads out of the project.`)
    const quiet = quietOptions.get(command) ?? []
    // `git stash list --no-ext-diff`: a subcommand's own subcommand comes before its options.
    const at = command === 'stash' ? 1 : 0
    const words = [command, ...rest.slice(0, at), ...quiet, ...rest.slice(at)]
    // All views are visible, so that the rules are the same each time, and the sandbox is prepared only once. Git starts in
    // the project's folder, which may be a subfolder: that of the repository would give its paths another meaning.
    const seen = [await realpath(folder), ...view.seen.map((each) => (each === view.base ? views : each))]
    const confine = await reading.confine([...new Set(seen)])
    const run = await runGit(['--no-pager', ...words], {
      folder,
      signal,
      limit,
      environment: readingEnvironment(view),
      confine,
    })
    const trouble = view.asReal(Buffer.from(run.trouble)).toString()
    return { ...run, output: view.asReal(run.output), trouble }
  } finally {
    await removeView(view)
  }
}

const prepared = new Set<string>()

/** Makes the folder for views, and removes what killed processes left in it. */
export async function prepareViews(views: string): Promise<void> {
  await mkdir(views, { recursive: true, mode: 0o700 })
  if (prepared.has(views)) return
  prepared.add(views)
  await removeLeftovers(views)
}

const refused = (code: number, trouble: string): GitRun => ({ code, output: Buffer.alloc(0), trouble, cut: false })

/**
 * Starts empty: no home, so no user settings; no refreshed index is written; and a partial clone fetches
 * nothing, as its remote names a program. Source: git(1), "Environment Variables".
 */
export function readingEnvironment({ base, gitFolder, top }: RepositoryView): Record<string, string> {
  const { HOME: _home, SSH_AUTH_SOCK: _agent, ...from } = gitEnvironment()
  return {
    ...from,
    ...readingSettings,
    HOME: base,
    XDG_CONFIG_HOME: base,
    GIT_DIR: gitFolder,
    GIT_WORK_TREE: top,
    GIT_INDEX_FILE: join(gitFolder, 'index'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: noFile,
    GIT_CONFIG_GLOBAL: noFile,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_ASKPASS: noFile,
    SSH_ASKPASS: noFile,
    GIT_SEQUENCE_EDITOR: ':',
  }
}
