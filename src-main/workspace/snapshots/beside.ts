import { lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { BesideChange } from '../../../src-shared/workspace/beside.ts'
import { gitFailed } from '../git/git-runner.ts'
import { isDependencyFolder, isRebuiltFolder } from './dependency-folders.ts'
import { heldFiles } from './held-files.ts'
import { knownNested } from './nested-repositories.ts'
import { isOwnTemporary } from './own-leftovers.ts'
import { pathsIn } from './paths-in.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'

/**
 * What lies beside the snapshots: ignored files, files that are too large or unreadable, and the `.git` of nested
 * repositories. Their content is not kept; that they changed or went is noticed by size and time, so that it can be said.
 * By path; a folder that ends with a slash stands for all in it.
 */
export type BesideState = ReadonlyMap<string, string>

/** In a folder with more entries, and in all of them, only whether it is there is noticed. */
const maxInFolder = 500
const maxEntries = 5000

/** The stamp of an ignored file that snapshots hold: what became of it is in them. */
const isHeld = 'held'

/** @param notCovered of a snapshot that was just taken */
export async function lookBeside(repository: SnapshotRepository, notCovered: readonly string[]): Promise<BesideState> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const ran = await repository.run(args)
  if (ran.code !== 0) throw gitFailed(args, ran)
  const held = new Set((await heldFiles(repository)).map(({ path }) => path))
  const gits = (await knownNested(repository)).map((folder) => `${folder}.git/`)
  const found = new Map<string, string>()
  for (const path of [...pathsIn(ran.output), ...notCovered, ...gits]) {
    if (held.has(path) || isOwnTemporary(path) || path.endsWith('.DS_Store')) continue
    if (found.size >= maxEntries) break
    if (!path.endsWith('/')) await note(repository, path, found)
    else if (gits.includes(path)) await noteGit(repository, path, found)
    else if (isWhole(path)) await noteFolder(repository, path, found)
    else await enter(repository, path, found, held)
  }
  for (const path of held) found.set(path, isHeld)
  return found
}

const isWhole = (folder: string): boolean =>
  folder.split('/').some((name) => isDependencyFolder(name) || isRebuiltFolder(name) || name === '.git')

async function noteFolder({ project }: SnapshotRepository, path: string, found: Map<string, string>): Promise<void> {
  if ((await lstat(join(project, path)).catch(() => null)) !== null) found.set(path, 'folder')
}

/** A repository is gone with its HEAD, also if parts of it that commands can't remove are left. */
async function noteGit({ project }: SnapshotRepository, path: string, found: Map<string, string>): Promise<void> {
  if ((await lstat(join(project, path, 'HEAD')).catch(() => null)) !== null) found.set(path, 'folder')
}

/** A name that is no UTF-8 can't be looked at; that it is listed means that it is there. */
async function note({ project }: SnapshotRepository, path: string, found: Map<string, string>): Promise<void> {
  if (path.includes('\ufffd')) found.set(path, 'there')
  const stats = await lstat(join(project, path)).catch(() => null)
  if (stats !== null) found.set(path, `${stats.size}:${stats.mtimeMs}`)
}

async function enter(
  repository: SnapshotRepository,
  folder: string,
  found: Map<string, string>,
  held: ReadonlySet<string>,
): Promise<void> {
  const waiting = [folder]
  const own = new Map<string, string>()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(join(repository.project, at), { withFileTypes: true }).catch(() => null)
    const isTooMuch = entries === null || own.size + entries.length > maxInFolder
    if (isTooMuch) return noteFolder(repository, folder, found)
    for (const entry of entries) {
      const path = `${at}${entry.name}${entry.isDirectory() ? '/' : ''}`
      if (held.has(path)) continue
      if (!entry.isDirectory()) await note(repository, path, own)
      else if (isWhole(path)) await noteFolder(repository, path, own)
      else waiting.push(path)
    }
  }
  if (own.size === 0) return noteFolder(repository, folder, found)
  for (const [path, stamp] of own) found.set(path, stamp)
}

/** What changed between two looks, sorted by path. */
export function besideChanges(before: BesideState, after: BesideState): BesideChange[] {
  const changes: BesideChange[] = []
  for (const [path, stamp] of before) {
    const now = after.get(path)
    if (now === undefined) {
      if (!isWithin(path, after)) changes.push({ path, kind: 'removed' })
    } else if (now !== stamp && now !== isHeld) changes.push({ path, kind: 'changed' })
  }
  // A new folder that tools make, or that is empty, is no news.
  for (const [path, stamp] of after)
    if (!before.has(path) && stamp !== isHeld && stamp !== 'folder' && !isWithin(path, before))
      changes.push({ path, kind: 'added' })
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Whether another look noticed only the folder around a path, or, of a folder, only what is in it. */
function isWithin(path: string, look: BesideState): boolean {
  for (let at = path.indexOf('/'); at >= 0 && at < path.length - 1; at = path.indexOf('/', at + 1))
    if (look.has(path.slice(0, at + 1))) return true
  return path.endsWith('/') && [...look.keys()].some((each) => each.startsWith(path))
}

/** Looks from when runs began, each kept until its run has ended: one that is resumed after a crash needs it. */
export interface KeptLooks {
  keep(runId: string, look: BesideState): Promise<void>
  /** Null: none is kept. */
  of(runId: string): Promise<BesideState | null>
  forget(runId: string): Promise<void>
}

/** ms after which the look of a run that was never resumed is removed. */
const keptFor = 30 * 86_400_000

const keptLook = z.array(z.tuple([z.string(), z.string()]))

/** Next to the index: they are about the same folder. */
export function keptLooks({ index }: Pick<SnapshotRepository, 'index'>): KeptLooks {
  const folder = `${index}-beside`
  const fileOf = (runId: string) => join(folder, `${runId.replaceAll(/[^\w-]/g, '_')}.json`)
  const removeOld = async () => {
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(() => null)
      if (found !== null && Date.now() - found.mtimeMs > keptFor) await rm(join(folder, name), { force: true })
    }
  }
  return {
    keep: async (runId, look) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeOld()
      await writeFile(fileOf(runId), JSON.stringify([...look]), { mode: 0o600 })
    },
    of: async (runId) => {
      try {
        return new Map(keptLook.parse(JSON.parse(await readFile(fileOf(runId), 'utf8'))))
      } catch {
        return null
      }
    },
    forget: (runId) => rm(fileOf(runId), { force: true }),
  }
}
