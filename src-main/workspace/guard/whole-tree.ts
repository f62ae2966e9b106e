import { opendir, readlink } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { type HeldFolder, holdFolder } from './guard-folder.ts'
import { errorWithCode } from './guard-path.ts'
import { openIn } from './guard-read.ts'
import { codeOf, problemFrom } from './guard-text.ts'
import type { WorkspaceRoot } from './guard-types.ts'

/** A regular file, or a link to something else in the same tree. Paths are relative to the workspace. */
export type TreeEntry =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Buffer; readonly executable: boolean }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }

/** All that a folder holds, byte for byte, and what could not be read so. */
export interface WholeTree {
  readonly entries: readonly TreeEntry[]
  readonly obstacles: readonly { readonly path: string; readonly why: string }[]
}

/** Limits of a tree. */
const [maxEntries, maxBytes, maxDepth] = [20_000, 64_000_000, 32]

interface Walk {
  readonly home: WorkspaceRoot
  readonly top: string
  readonly entries: TreeEntry[]
  readonly obstacles: { path: string; why: string }[]
  bytes: number
  seen: number
}

/**
 * Reads a folder of a workspace to its last byte, hidden and ignored files and large folders included. Links are not
 * followed: one that stays in the folder is listed with its target, any other is an obstacle, as is what is no regular
 * file, can't be read, or exceeds a limit. A folder that is not there holds nothing.
 * @param folder relative to the workspace, with forward slashes
 */
export async function readWholeTree(home: WorkspaceRoot, folder: string): Promise<WholeTree> {
  const walk: Walk = { home, top: folder, entries: [], obstacles: [], bytes: 0, seen: 0 }
  await visit(walk, folder, 0)
  return walk
}

/** The same of a single file, as a tree of one entry. */
export async function readWholeFile(home: WorkspaceRoot, path: string): Promise<WholeTree> {
  const walk: Walk = { home, top: path, entries: [], obstacles: [], bytes: 0, seen: 0 }
  const folder = await heldOr(walk, dirname(path))
  if (folder === null) return walk
  await addFile(walk, folder, path.slice(path.lastIndexOf('/') + 1), path)
  await folder.close()
  return walk
}

async function visit(walk: Walk, path: string, depth: number): Promise<void> {
  if (depth > maxDepth) return obstacle(walk, path, `it lies more than ${maxDepth} folders deep`)
  const folder = await heldOr(walk, path)
  if (folder === null) return
  try {
    const found = []
    for await (const each of await opendir(folder.at('.'))) {
      walk.seen += 1
      if (walk.seen > maxEntries) return obstacle(walk, path, `there are more than ${maxEntries} files`)
      found.push(each)
    }
    for (const each of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = `${path}/${each.name}`
      if (each.isDirectory()) await visit(walk, inside, depth + 1)
      else if (each.isSymbolicLink()) await addLink(walk, folder, each.name, inside)
      else await addFile(walk, folder, each.name, inside)
    }
  } catch (thrown) {
    obstacle(walk, path, reasonOf(thrown, path))
  } finally {
    await folder.close()
  }
}

/** Null if it is not there, or can't be opened as a folder of the workspace itself. */
async function heldOr(walk: Walk, path: string): Promise<HeldFolder | null> {
  try {
    return await holdFolder(walk.home, join(walk.home.folder, path), false)
  } catch (thrown) {
    const code = codeOf(thrown)
    if (code === 'ENOENT') return null
    obstacle(walk, path, code === 'ELOOP' || code === 'ENOTDIR' ? 'it is a link or no folder' : reasonOf(thrown, path))
    return null
  }
}

async function addFile(walk: Walk, folder: HeldFolder, name: string, path: string): Promise<void> {
  try {
    const file = await openIn(folder, name)
    try {
      const { size, mode } = await file.stat()
      if (walk.bytes + size > maxBytes) throw errorWithCode('too large')
      const bytes = await file.readFile()
      walk.bytes += bytes.length
      walk.entries.push({ kind: 'file', path, bytes, executable: (mode & 0o111) !== 0 })
    } finally {
      await file.close()
    }
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' && path === walk.top) return
    obstacle(walk, path, reasonOf(thrown, path))
  }
}

async function addLink(walk: Walk, folder: HeldFolder, name: string, path: string): Promise<void> {
  const to = await readlink(folder.at(name)).catch(() => null)
  if (to === null) return obstacle(walk, path, 'it is a link that can’t be read')
  const target = normalize(join(dirname(path), to))
    .split('\\')
    .join('/')
  if (to.startsWith('/') || /^[A-Za-z]:/.test(to) || !`${target}/`.startsWith(`${walk.top}/`))
    return obstacle(walk, path, `it is a link to ${to}, outside of ${walk.top}`)
  walk.entries.push({ kind: 'link', path, to })
}

function reasonOf(thrown: unknown, path: string): string {
  const code = codeOf(thrown)
  if (code === 'too large') return `with it there are more than ${maxBytes / 1_000_000} MB`
  if (code === 'ELOOP') return 'it is a link'
  if (code === 'ENXIO') return 'it is a FIFO, a socket or a device'
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  return problemFrom(thrown, path)
}

function obstacle(walk: Walk, path: string, why: string): void {
  walk.obstacles.push({ path, why })
}
