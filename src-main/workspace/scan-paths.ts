import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { access, constants, open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { IgnoredAsk } from './git/ask-ignored.ts'
import { type Change, newFolder, putChange } from './merge/change-tree.ts'
import { isOwnTemporary } from './snapshots/own-leftovers.ts'
import { largestFile } from './snapshots/snapshot-files.ts'
import type { SnapshotRepository } from './snapshots/snapshot-repository.ts'
import { writeObject } from './snapshots/write-object.ts'
import type { FolderWatch } from './watch/watch-folders.ts'

/** What is at the paths of watch events, in the form that a snapshot stores. */
export interface ScannedPaths {
  readonly change: Change
  /** Paths whose old list of uncovered files is outdated, and what is uncovered there now. */
  readonly places: readonly string[]
  readonly notCovered: readonly string[]
}

/** Thrown if these few paths are not enough, and the whole project must be scanned. */
export class NeedsFullScan extends Error {}

/** With more files to read than this, a full scan is cheaper. */
const maxFiles = 1000
/** Larger files are hashed by git, so that this process is not blocked, bytes. */
const largestHere = 4 * 1024 * 1024
const filesAtOnce = 16
/** Read at once, bytes. */
const small = 64 * 1024
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Names that git may not accept, or that decide which files are part of a snapshot: `.gitignore`, a repository within
 * the project, what a file system of another platform would treat as `.git`, and names that are not UTF-8.
 */
const oddName = /(^|[\\/])(\.git(ignore|modules|attributes|[ .:].*)?|git~\d.*)($|[\\/])|\ufffd/i

export interface ScanScope {
  readonly repository: SnapshotRepository
  readonly ignored: IgnoredAsk
  readonly watch: FolderWatch
  /** Folders (ending with a slash) that no snapshot holds. */
  readonly apart: readonly string[]
}

export async function scanPaths(changedPaths: Iterable<string>, at: ScanScope): Promise<ScannedPaths> {
  const places = placesOf([...changedPaths], at)
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

/** Each path, or its outermost parent that is not a folder. Sorted, outer ones first. */
function placesOf(changedPaths: readonly string[], { repository, apart }: ScanScope): Place[] {
  const seen = new Map<string, Stats | null>()
  const look = (path: string): Stats | null => {
    const known = seen.get(path)
    if (known !== undefined) return known
    const stats = lookAt(join(repository.project, path))
    seen.set(path, stats)
    return stats
  }
  const placeOf = (path: string): Place => {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const outer = parts.slice(0, depth).join('/')
      const stats = look(outer)
      if (stats?.isDirectory() !== true) return { path: outer, stats }
    }
    return { path, stats: look(path) }
  }
  const paths = changedPaths.filter((path) => {
    if (oddName.test(path) || apart.includes(`${path}/`)) throw new NeedsFullScan(path)
    return !isOwnTemporary(path) && !apart.some((each) => path.startsWith(each))
  })
  const places = new Map(paths.map(placeOf).map((each) => [each.path, each]))
  return [...places.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Null if there is nothing. */
function lookAt(file: string): Stats | null {
  try {
    return lstatSync(file)
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new NeedsFullScan(file)
  }
}

async function lookAtPlace(path: string, stats: Stats, found: Found, at: ScanScope): Promise<void> {
  if (!stats.isDirectory()) {
    addFile(path, stats, found, (change) => putChange(found.change, path, change))
    return
  }
  // A watched folder reports its own content; here only its mode or time changed.
  if (at.watch.has(path)) await mustBeOpen(join(at.repository.project, path))
  else putChange(found.change, path, await newFolderAt(path, found, at))
}

function addFile(path: string, stats: Stats, found: Found, put: (change: Change) => void): void {
  put(gone)
  found.count += 1
  if (found.count > maxFiles) throw new NeedsFullScan('so many files')
  if (stats.isSymbolicLink() || (stats.isFile() && stats.size <= largestFile)) found.files.push({ path, stats, put })
  else if (stats.isFile()) found.notCovered.push(path)
}

/** A new folder: it is watched from now on, then its whole content is scanned. */
async function newFolderAt(path: string, found: Found, at: ScanScope): Promise<Change> {
  const change = newFolder(false)
  const folder = join(at.repository.project, path)
  try {
    at.watch.add(path)
  } catch {
    throw new NeedsFullScan(path)
  }
  const names = await readdir(folder).catch(() => null)
  if (names === null) throw new NeedsFullScan(path)
  const paths = names.map((name) => `${path}/${name}`)
  if (paths.some((each) => oddName.test(each))) throw new NeedsFullScan(path)
  const ignored = await at.ignored.ignoredOf(paths)
  for (const each of paths) {
    if (ignored.has(each) || isOwnTemporary(each)) continue
    const stats = lookAt(join(at.repository.project, each))
    const put = (made: Change) => change.names.set(basename(each), made)
    if (stats?.isDirectory()) put(await newFolderAt(each, found, at))
    else if (stats) addFile(each, stats, found, put)
  }
  return { ...change, isNew: true }
}

async function mustBeOpen(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.X_OK).catch(() => {
    throw new NeedsFullScan(folder)
  })
}

async function readInto(file: Found['files'][number], repository: SnapshotRepository): Promise<void> {
  const path = join(repository.project, file.path)
  const isLink = file.stats.isSymbolicLink()
  const mode = isLink ? '120000' : (file.stats.mode & 0o100) === 0 ? '100644' : '100755'
  try {
    const id =
      file.stats.size > largestHere
        ? await hashByGit(file.path, repository)
        : await writeObject(repository, 'blob', await bytesAt(path, isLink, file.stats.size))
    file.put({ kind: 'entry', entry: { mode, id } })
  } catch (thrown) {
    // It was removed in the meantime, which will be an event; or it can't be read, which a full scan reports.
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw new NeedsFullScan(file.path)
  }
}

const bytesAt = (file: string, isLink: boolean, size: number): Buffer | Promise<Buffer> => {
  if (isLink) return readlinkSync(file, 'buffer')
  return size <= small ? smallContentOf(file) : contentOf(file)
}

/** Reads a file; if a link or a FIFO has replaced it since, it is neither followed nor waited for. */
async function contentOf(file: string): Promise<Buffer> {
  const handle = await open(file, openFlags)
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size > largestFile) throw new NeedsFullScan(file)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** The same for a file so small that a synchronous read is faster than using another thread. */
function smallContentOf(file: string): Buffer {
  const handle = openSync(file, openFlags)
  try {
    const found = fstatSync(handle)
    if (!found.isFile() || found.size > largestFile) throw new NeedsFullScan(file)
    return readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function hashByGit(path: string, repository: SnapshotRepository): Promise<string> {
  return (await repository.text(['hash-object', '-w', '--no-filters', '--', path])).trim()
}
