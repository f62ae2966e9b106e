import { folderMode, type SnapshotTrees, type Tree, type TreeEntry } from '../snapshots/snapshot-trees.ts'

/** What became of one name. */
export type Change =
  /** It is this file or link now, or (null) nothing that a snapshot can hold. */
  | { readonly kind: 'entry'; readonly entry: TreeEntry | null }
  /** A folder in which some names changed; `isNew`: it contains only these. */
  | { readonly kind: 'folder'; readonly isNew: boolean; readonly names: Map<string, Change> }

export const newFolder = (isNew: boolean) => ({ kind: 'folder' as const, isNew, names: new Map<string, Change>() })

/** Adds a change at its path below a folder. Of two at one path, or one within the other, the outer new one wins. */
export function putChange(root: Change, path: string, change: Change): void {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  let folder = root
  for (const part of parts) {
    if (folder.kind === 'entry') return
    const there = folder.names.get(part) ?? newFolder(false)
    folder.names.set(part, there)
    folder = there
  }
  if (folder.kind === 'folder' && !folder.isNew) folder.names.set(name, change)
}

/** Writes the folders that changes alter, from the inside out. Null: no file is left in it. */
export async function applyChange(
  trees: SnapshotTrees,
  before: TreeEntry | null,
  change: Change,
): Promise<TreeEntry | null> {
  if (change.kind === 'entry') return change.entry
  const old: Tree =
    !change.isNew && before?.mode === folderMode ? await trees.read(before.id) : new Map<string, TreeEntry>()
  const now = new Map(old)
  await Promise.all(
    [...change.names].map(async ([name, each]) => {
      const made = await applyChange(trees, old.get(name) ?? null, each)
      if (made === null) now.delete(name)
      else now.set(name, made)
    }),
  )
  if (now.size === 0) return null
  if (!change.isNew && before !== null && isSame(old, now)) return before
  return { mode: folderMode, id: await trees.write(now) }
}

const isSame = (a: Tree, b: Tree): boolean =>
  a.size === b.size && [...a].every(([name, { mode, id }]) => b.get(name)?.mode === mode && b.get(name)?.id === id)
