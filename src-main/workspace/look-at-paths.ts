import type { Stats } from 'node:fs'
import { access, constants, lstat, open, readdir, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { IgnoredAsk } from './ask-ignored.ts'
import { type Change, newFolder, putChange } from './change-tree.ts'
import { largestFile } from './snapshot-files.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import type { FolderWatch } from './watch-folders.ts'
import { writeObject } from './write-object.ts'

/** What is at paths that were heard of, as a snapshot holds it. */
export interface Looked {
  readonly change: Change
  /** Paths whose old word on what is not covered no longer holds, and what is not covered there now. */
  readonly places: readonly string[]
  readonly notCovered: readonly string[]
}

/** Thrown where these few paths don't tell all, and the whole project must be looked at. */
export class NeedsFullLook extends Error {}

/** Files read beside which a full look costs less. */
const mostFiles = 1000
/** Larger files are hashed by git, so that this process is not held up, bytes. */
const largestHere = 4 * 1024 * 1024
const filesAtOnce = 16

/**
 * Names that git may not take, or that say which files are part of a snapshot: `.gitignore`, a repository within
 * the project, what a disk of another system would take for `.git`, and names that are not UTF-8.
 */
const oddName = /(^|[\\/])(\.git(ignore|modules|attributes|[ .:].*)?|git~\d.*)($|[\\/])|\ufffd/i

export interface PathsToLookAt {
  readonly repository: SnapshotRepository
  readonly ignored: IgnoredAsk
  readonly watch: FolderWatch
  /** Folders (ending with a slash) that no snapshot holds. */
  readonly apart: readonly string[]
}

export async function lookAtPaths(heard: Iterable<string>, at: PathsToLookAt): Promise<Looked> {
  const places = await placesOf([...heard], at)
  const found: Found = { change: newFolder(false), notCovered: [], files: [], count: 0 }
  const there = places.filter((each) => each.stats !== null)
  const ignored = await at.ignored.ignoredOf(there.map((each) => each.path))
  for (const { path, stats } of places) {
    if (stats === null || ignored.has(path)) putChange(found.change, path, gone)
    else await lookAtPlace(path, stats, found, at)
  }
  for (let next = 0; next < found.files.length; next += filesAtOnce)
    await Promise.all(found.files.slice(next, next + filesAtOnce).map((file) => readInto(file, at.repository)))
  return { change: found.change, places: places.map((each) => each.path), notCovered: found.notCovered }
}

const gone: Change = { kind: 'entry', entry: null }

interface Found {
  readonly change: Change
  readonly notCovered: string[]
  /** Files and links whose content is still to be read. */
  readonly files: { path: string; stats: Stats; put(change: Change): void }[]
  count: number
}
interface Place {
  readonly path: string
  readonly stats: Stats | null
}

/** Each path, or what is in the way to it: the outermost that is no folder. In order, the outer first. */
async function placesOf(heard: readonly string[], { repository, apart }: PathsToLookAt): Promise<Place[]> {
  const seen = new Map<string, Promise<Stats | null>>()
  const look = (path: string) => {
    const known = seen.get(path) ?? lookAt(join(repository.project, path))
    seen.set(path, known)
    return known
  }
  const placeOf = async (path: string): Promise<Place> => {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const outer = parts.slice(0, depth).join('/')
      const stats = await look(outer)
      if (stats?.isDirectory() !== true) return { path: outer, stats }
    }
    return { path, stats: await look(path) }
  }
  const paths = heard.filter((path) => {
    if (oddName.test(path) || apart.includes(`${path}/`)) throw new NeedsFullLook(path)
    return !apart.some((each) => path.startsWith(each))
  })
  const places = new Map((await Promise.all(paths.map(placeOf))).map((each) => [each.path, each]))
  return [...places.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Null where nothing is. */
async function lookAt(file: string): Promise<Stats | null> {
  try {
    return await lstat(file)
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new NeedsFullLook(file)
  }
}

async function lookAtPlace(path: string, stats: Stats, found: Found, at: PathsToLookAt): Promise<void> {
  if (!stats.isDirectory()) {
    addFile(path, stats, found, (change) => putChange(found.change, path, change))
    return
  }
  // A watched folder tells of itself what happens in it; here only its own mode or time is another.
  if (at.watch.has(path)) await mustBeOpen(join(at.repository.project, path))
  else putChange(found.change, path, await newFolderAt(path, found, at))
}

function addFile(path: string, stats: Stats, found: Found, put: (change: Change) => void): void {
  put(gone)
  found.count += 1
  if (found.count > mostFiles) throw new NeedsFullLook('so many files')
  if (stats.isSymbolicLink() || (stats.isFile() && stats.size <= largestFile)) found.files.push({ path, stats, put })
  else if (stats.isFile()) found.notCovered.push(path)
}

/** A folder that came: it is heard from now on, then all that is in it is looked at. */
async function newFolderAt(path: string, found: Found, at: PathsToLookAt): Promise<Change> {
  const change = newFolder(false)
  const folder = join(at.repository.project, path)
  try {
    at.watch.add(path)
  } catch {
    throw new NeedsFullLook(path)
  }
  const names = await readdir(folder).catch(() => null)
  if (names === null) throw new NeedsFullLook(path)
  const paths = names.map((name) => `${path}/${name}`)
  if (paths.some((each) => oddName.test(each))) throw new NeedsFullLook(path)
  const ignored = await at.ignored.ignoredOf(paths)
  for (const each of paths) {
    if (ignored.has(each)) continue
    const stats = await lookAt(join(at.repository.project, each))
    const put = (made: Change) => change.names.set(basename(each), made)
    if (stats?.isDirectory()) put(await newFolderAt(each, found, at))
    else if (stats) addFile(each, stats, found, put)
  }
  return { ...change, isNew: true }
}

async function mustBeOpen(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.X_OK).catch(() => {
    throw new NeedsFullLook(folder)
  })
}

async function readInto(file: Found['files'][number], repository: SnapshotRepository): Promise<void> {
  const place = join(repository.project, file.path)
  const isLink = file.stats.isSymbolicLink()
  const mode = isLink ? '120000' : (file.stats.mode & 0o100) === 0 ? '100644' : '100755'
  try {
    const id =
      file.stats.size > largestHere ? await hashByGit(file.path, repository) : await hashHere(place, isLink, repository)
    file.put({ kind: 'entry', entry: { mode, id } })
  } catch (thrown) {
    // It went meanwhile, which will be heard; or it can't be read, which a full look finds a word for.
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw new NeedsFullLook(file.path)
  }
}

async function hashHere(place: string, isLink: boolean, repository: SnapshotRepository): Promise<string> {
  return writeObject(repository, 'blob', isLink ? await readlink(place, 'buffer') : await contentOf(place))
}

/** Of a file, even where a link or a FIFO has taken its place since: neither is followed or waited for. */
async function contentOf(place: string): Promise<Buffer> {
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size > largestFile) throw new NeedsFullLook(place)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

async function hashByGit(path: string, repository: SnapshotRepository): Promise<string> {
  return (await repository.text(['hash-object', '-w', '--no-filters', '--', path])).trim()
}
