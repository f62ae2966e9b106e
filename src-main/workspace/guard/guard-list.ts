import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnTemporary } from '../snapshots/own-leftovers.ts'
import { holdFolder } from './guard-folder.ts'
import { resolvePath } from './guard-path.ts'
import { problemFrom } from './guard-text.ts'
import { type Guarded, refused, type WorkspaceRoot } from './guard-types.ts'

interface ListedEntry {
  /** Project-relative, forward slashes. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Bytes; 0 if not a file. */
  readonly size: number
}

/** Maximum of entries read per folder; a folder may hold millions. */
const folderLimit = 20_000
/** Listed but not entered: they are large and not the user's own text. */
const notEntered = new Set(['.git', 'node_modules'])

export interface Listed {
  readonly entries: readonly ListedEntry[]
  /** How many entries exceed the limit. */
  readonly more: number
}

interface Walk {
  readonly home: WorkspaceRoot
  readonly limit: number
  readonly entries: ListedEntry[]
  more: number
}

/** Lists a folder, sorted by name, down to `depth` levels; links are listed but never followed. */
export async function listGuarded(
  home: WorkspaceRoot,
  path: string,
  depth: number,
  limit: number,
): Promise<Guarded<Listed>> {
  const resolved = await resolvePath(home, path)
  if (!resolved.ok) return resolved
  if (resolved.kind === 'none') return refused(`There is no ${path}.`)
  if (resolved.kind !== 'folder') return refused(`${path} is a file, not a folder. Use read_file to read it.`)
  const walk: Walk = { home, limit, entries: [], more: 0 }
  try {
    await visit(walk, resolved.absolute, resolved.relative, depth)
    return { ok: true, entries: walk.entries, more: walk.more }
  } catch (thrown) {
    return refused(problemFrom(thrown, path))
  }
}

async function visit(walk: Walk, absolute: string, relative: string, depth: number): Promise<void> {
  const found = await namesIn(walk, absolute)
  for (const each of found) {
    if (walk.entries.length >= walk.limit) {
      walk.more += 1
      continue
    }
    const path = relative === '.' ? each.name : `${relative}/${each.name}`
    const inside = join(absolute, each.name)
    walk.entries.push({ path, kind: kindOf(each), size: each.isFile() ? await sizeOf(inside) : 0 })
    if (depth > 1 && each.isDirectory() && !notEntered.has(each.name))
      await visit(walk, inside, path, depth - 1).catch((thrown) => problemFrom(thrown, path))
  }
}

async function namesIn(walk: Walk, absolute: string): Promise<Dirent[]> {
  const held = await holdFolder(walk.home, absolute, false)
  const found: Dirent[] = []
  try {
    for await (const each of await opendir(held.at('.'))) {
      if (isOwnTemporary(each.name)) continue
      if (found.length < folderLimit) found.push(each)
      else walk.more += 1
    }
  } finally {
    await held.close()
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function kindOf(entry: Dirent): ListedEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size
  } catch {
    return 0
  }
}
