import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { smallText } from '../git/user-repository.ts'
import { configText, parseConfig, type Setting } from './config-text.ts'
import { copiedSettings } from './copied-settings.ts'
import type { FoundRepository, Unreadable } from './find-repository.ts'
import { readIndex } from './read-index.ts'
import { copyRegularFiles, isRealFolder, readRegularFile } from './regular-files.ts'
import type { UserSettings } from './user-settings.ts'

/**
 * A repository as git sees it when it only reads: its objects and refs, and a configuration of ours.
 *
 * 1. Nothing that the repository, the project or a command wrote is read as configuration. Harmless settings
 *    are copied by name and value (`carried-settings.ts`), so there is no need to know all that name a program.
 * 2. Small regular files are copied, folders are linked to after a check for links (`find-repository.ts`).
 * 3. The index is a copy that was checked: it names nothing outside the project.
 * 4. The view is in a folder that no command of a model can write.
 */
export interface RepositoryView {
  /** All of it. */
  readonly base: string
  /** The `GIT_DIR`. */
  readonly gitFolder: string
  readonly top: string
  /** All that git needs to see apart from its own program. */
  readonly seen: readonly string[]
  /** What the index lists. */
  readonly paths: readonly string[]
  /** Replaces the view's paths by the real ones in git's output. */
  asReal(output: Buffer): Buffer
}

const stateFiles = [
  'HEAD,ORIG_HEAD,FETCH_HEAD,MERGE_HEAD,CHERRY_PICK_HEAD,REVERT_HEAD,REBASE_HEAD,AUTO_MERGE,MERGE_MODE'.split(','),
  'BISECT_LOG,BISECT_START,BISECT_NAMES,BISECT_EXPECTED_REV,BISECT_TERMS'.split(','),
].flat()
const workFiles: { readonly [folder: string]: readonly string[] } = {
  info: ['sparse-checkout'],
  'rebase-merge': ['head-name', 'onto', 'done', 'git-rebase-todo', 'interactive', 'amend', 'stopped-sha'],
  'rebase-apply': ['head-name', 'onto', 'applying', 'rebasing', 'next', 'last'],
  sequencer: ['todo', 'opts', 'head'],
}
const commonFiles = ['HEAD', 'packed-refs', 'shallow']
const linked = ['objects', 'refs', 'reftable']

let count = 0
const nextName = () => `view-${process.pid}-${++count}`

/** @param views the folder in which it is made; the caller removes it with `removeView` */
export async function makeView(
  found: FoundRepository,
  user: UserSettings,
  views: string,
): Promise<RepositoryView | Unreadable> {
  const { top, own, common } = found
  const base = join(views, nextName())
  const view = join(base, '.git')
  // A linked worktree has the same relative path in the view as in the repository.
  const state = own === common ? view : join(view, 'worktrees', basename(own))
  await mkdir(join(view, 'info'), { recursive: true, mode: 0o700 })
  try {
    const settings = [...user.settings, ...(await settingsOf(found))]
    await writeFile(join(view, 'config'), configText([...versionOf(settings), ...settings]))
    await copyWorktrees(common, view)
    await copyRegularFiles(own, state, stateFiles)
    await copyRegularFiles(common, view, commonFiles)
    for (const [folder, names] of Object.entries(workFiles)) await copyFolder(own, state, folder, names)
    await copyRegularFiles(common, view, ['info/attributes'])
    const exclude = (await smallText(join(common, 'info', 'exclude'))) ?? ''
    await writeFile(join(view, 'info', 'exclude'), `${user.ignored}\n${exclude}`)
    for (const folder of linked) await linkFolder(common, view, folder)
    await copyLogs(found, view, state)
    const paths = await copyIndex(own, state, isSha256(settings) ? 32 : 20)
    if ('why' in paths) throw new UnreadableIndex(paths.why)
    const places = [
      [view, common],
      [base, dirname(common)],
    ] as const
    return {
      base,
      gitFolder: state,
      top,
      seen: [...new Set([top, own, common, base])],
      paths,
      asReal: replaced(places),
    }
  } catch (thrown) {
    await removeFolder(base)
    if (thrown instanceof UnreadableIndex) return { why: thrown.message }
    throw thrown
  }
}

class UnreadableIndex extends Error {}

export const removeView = ({ base }: RepositoryView): Promise<void> => removeFolder(base)

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 })

async function settingsOf({ own, common }: FoundRepository): Promise<readonly Setting[]> {
  const files = [join(common, 'config'), join(own, 'config.worktree')]
  const texts = await Promise.all(files.map(async (file) => (await readRegularFile(file))?.bytes.toString() ?? ''))
  return copiedSettings(texts.flatMap(parseConfig), 'repository')
}

const isExtension = ({ section }: Setting) => section === 'extensions'
const isSha256 = (settings: readonly Setting[]) =>
  settings.findLast(({ section, name }) => section === 'extensions' && name === 'objectformat')?.value === 'sha256'

function versionOf(settings: readonly Setting[]): readonly Setting[] {
  const core = (name: string, value: string): Setting => ({ section: 'core', subsection: null, name, value })
  return [core('repositoryformatversion', settings.some(isExtension) ? '1' : '0'), core('bare', 'false')]
}

async function copyFolder(own: string, view: string, folder: string, names: readonly string[]): Promise<void> {
  if (!(await isRealFolder(join(own, folder)))) return
  await mkdir(join(view, folder), { recursive: true })
  await copyRegularFiles(join(own, folder), join(view, folder), names)
}

/** On Windows a junction, which needs no privileges. */
async function linkFolder(common: string, view: string, folder: string): Promise<void> {
  if (await isRealFolder(join(common, folder))) await symlink(join(common, folder), join(view, folder), 'junction')
}

async function copyLogs({ own, common }: FoundRepository, view: string, state: string): Promise<void> {
  for (const folder of new Set([view, state])) await mkdir(join(folder, 'logs'), { recursive: true })
  if (await isRealFolder(join(common, 'logs'))) await linkFolder(common, view, join('logs', 'refs'))
  if (await isRealFolder(join(own, 'logs'))) await copyRegularFiles(own, state, [join('logs', 'HEAD')])
}

const maxWorktrees = 200

/** What `git worktree list` and the markers of `git branch` need. */
async function copyWorktrees(common: string, view: string): Promise<void> {
  const folder = join(common, 'worktrees')
  if (!(await isRealFolder(folder))) return
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.filter((each) => each.isDirectory()).slice(0, maxWorktrees)) {
    const to = join(view, 'worktrees', entry.name)
    await mkdir(to, { recursive: true })
    await copyRegularFiles(join(folder, entry.name), to, ['HEAD', 'gitdir', 'locked'])
    await writeFile(join(to, 'commondir'), '../..\n')
  }
}

/** Whether git would leave the working tree by this path, or read a repository's own folder. */
const isOdd = (path: string) => /^[/\\]|^[A-Za-z]:|(^|[/\\])(\.\.?|\.git)([/\\]|$)/i.test(path)

/** @returns the paths that it lists */
async function copyIndex(own: string, view: string, hash: number): Promise<readonly string[] | Unreadable> {
  const file = await readRegularFile(join(own, 'index'))
  if (file === null) return (await isAnything(own, 'index')) ? oddIndex : []
  const index = readIndex(file.bytes, hash)
  if (index === null) return oddIndex
  const shared = index.shared === null ? null : await readRegularFile(join(own, `sharedindex.${index.shared}`))
  const below = shared === null ? { paths: [] } : readIndex(shared.bytes, hash)
  const paths = [...(below?.paths ?? []), ...index.paths]
  if (below === null || paths.some(isOdd)) return oddIndex
  if (shared !== null) await writeFile(join(view, `sharedindex.${index.shared}`), shared.bytes)
  const to = join(view, 'index')
  await writeFile(to, file.bytes)
  // The file's time is kept: by it git knows which files may have changed right after they were recorded ("racy git").
  const second = Math.floor(file.changed / 1000)
  await utimes(to, second, second)
  return paths
}

const oddIndex: Unreadable = {
  why: 'The index of this repository (.git/index) is damaged or names files outside of the project, so git was not run.',
}

const isAnything = async (folder: string, name: string) => (await readdir(folder)).includes(name)

function replaced(places: readonly (readonly [string, string])[]): (output: Buffer) => Buffer {
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  return (output) =>
    places.reduce((text, [from, to]) => {
      if (!text.includes(from)) return text
      return Buffer.from(
        text.toString('latin1').replaceAll(bytes(from), () => bytes(to)),
        'latin1',
      )
    }, output)
}
