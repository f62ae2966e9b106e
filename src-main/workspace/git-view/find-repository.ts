import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { smallText } from '../git/user-repository.ts'
import { parseConfig } from './config-text.ts'
import { firstLink, isRealFolder } from './regular-files.ts'

/** A repository that may be read without approval. Real paths. */
export interface FoundRepository {
  /** Its working tree. */
  readonly top: string
  /** The folder of HEAD and the index of this working tree. */
  readonly own: string
  /** The folder of refs and objects: `own`, except for a linked worktree. */
  readonly common: string
}
/** Why it must not be read, as a sentence. */
export interface Unreadable {
  readonly why: string
}

/**
 * The repository around a folder, found without git and without trusting what the folder says about it.
 *
 * 1. A `.git` file that points to another folder counts only if that folder knows this one as a worktree or submodule.
 * 2. Refs and objects must be inside it: links or alternates would make git read another repository.
 */
export async function findRepository(folder: string): Promise<FoundRepository | Unreadable> {
  const top = await topOf(folder)
  if (top === null) return { why: 'not a git repository (or any of the parent directories): .git' }
  const pointer = join(top, '.git')
  const found = (await isRealFolder(pointer)) ? { top, own: pointer, common: pointer } : await pointedTo(top, pointer)
  if ('why' in found) return found
  return (await whyNot(found)) ?? found
}

async function topOf(folder: string): Promise<string | null> {
  for (let at = await realpath(folder).catch(() => folder); ; at = dirname(at)) {
    if (await lstat(join(at, '.git')).catch(() => null)) return at
    if (dirname(at) === at) return null
  }
}

const leadsAway = (what: string): Unreadable => ({
  why: `${what}, so git was not run: what only looks must not read outside of the project. Run git by the shell tool instead, which the user has to allow.`,
})

async function pointedTo(top: string, pointer: string): Promise<FoundRepository | Unreadable> {
  const target = /^gitdir: (.+?)\r?\n?$/.exec((await smallText(pointer)) ?? '')?.[1]
  const elsewhere = leadsAway('.git leads to a place that does not know this folder')
  if (target === undefined) return elsewhere
  const own = await realpath(resolve(top, target)).catch(() => null)
  // Git's own message; a copy of a project has such a pointer on purpose, so that it has no repository.
  if (own === null) return { why: `not a git repository: ${target}` }
  if (!(await isRealFolder(own))) return elsewhere
  const common = await commonOfWorktree(own, pointer)
  if (common !== null) return { top, own, common }
  return isWithin(own, top) || (await isOwnSubmodule(own, top)) ? { top, own, common: own } : elsewhere
}

/** Source: gitrepository-layout(5), "gitdir" and "commondir". */
async function commonOfWorktree(own: string, pointer: string): Promise<string | null> {
  const shared = dirname(dirname(own))
  if (basename(dirname(own)) !== 'worktrees') return null
  const back = (await smallText(join(own, 'gitdir')))?.trim()
  const known = back === undefined ? null : await realpath(resolve(own, back)).catch(() => null)
  const common = (await smallText(join(own, 'commondir')))?.trim()
  return known === pointer && common !== undefined && resolve(own, common) === shared ? shared : null
}

/** A submodule's repository is inside that of the project around it, and names the folder as its working tree. */
async function isOwnSubmodule(own: string, top: string): Promise<boolean> {
  const settings = parseConfig((await smallText(join(own, 'config'))) ?? '')
  const tree = settings.find(({ section, name }) => section === 'core' && name === 'worktree')?.value
  const named = tree === undefined ? null : await realpath(resolve(own, tree)).catch(() => null)
  return named === top && own.split(sep).includes('modules')
}

const isWithin = (path: string, folder: string) => path.startsWith(folder + sep)

async function whyNot({ top, own, common }: FoundRepository): Promise<Unreadable | null> {
  const isWorktree = own !== common
  if (!isWorktree && (await lstat(join(own, 'commondir')).catch(() => null)) !== null)
    return leadsAway('The history of this repository lies elsewhere (.git/commondir)')
  const objects = join(common, 'objects')
  const refs = join(common, 'refs')
  if (!(await isRealFolder(objects)) || !(await isRealFolder(refs)))
    return leadsAway('This is no whole repository: its refs or objects are not in .git')
  const folders = [
    { folder: objects, deep: false },
    { folder: join(objects, 'pack'), deep: false },
    { folder: join(objects, 'info'), deep: true },
    { folder: refs, deep: true },
    { folder: join(common, 'reftable'), deep: true },
    { folder: join(common, 'logs'), deep: true },
  ]
  for (const { folder, deep } of folders) {
    const link = await firstLink(folder, deep)
    if (link !== null) return leadsAway(`${link} is a link`)
  }
  return borrows(objects, [top, common])
}

/** Source: gitrepository-layout(5), "objects/info/alternates". */
async function borrows(objects: string, within: readonly string[], depth = 0): Promise<Unreadable | null> {
  const list = join(objects, 'info', 'alternates')
  if ((await lstat(list).catch(() => null)) === null) return null
  const text = await smallText(list)
  if (text === undefined) return leadsAway('The list of repositories that this one borrows from is no plain file')
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const lender = await realpath(resolve(objects, line)).catch(() => null)
    if (lender === null || depth > 4 || line.startsWith('"') || !within.some((each) => isWithin(lender, each)))
      return leadsAway('This repository borrows objects from another one (.git/objects/info/alternates)')
    const more = await borrows(lender, within, depth + 1)
    if (more !== null) return more
  }
  return null
}
