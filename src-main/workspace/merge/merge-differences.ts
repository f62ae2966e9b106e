import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { type Hunk, hunksOf } from './merge-hunks.ts'

/** A file as a tree names it; null if it has none. */
export type TreeFile = { readonly mode: string; readonly object: string } | null

/** How one path differs between two snapshots. */
export interface FileDifference {
  readonly path: string
  readonly before: TreeFile
  readonly after: TreeFile
  /** Null if it is not a text file, or too large. */
  readonly hunks: readonly Hunk[] | null
}

/** Bytes of all patches of one comparison; files after them have no hunks. */
const allPatches = 64 * 1024 * 1024
const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']

/** @param context lines around a change that belong to its hunk */
export async function fileDifferences(
  repository: SnapshotRepository,
  before: string,
  after: string,
  context: number,
): Promise<Map<string, FileDifference>> {
  if (before === after) return new Map()
  const raw = await repository.text(['diff-tree', '-r', '-z', '--raw', '--no-abbrev', ...plain, before, after])
  const args = ['diff-tree', '-r', '-p', `-U${context}`, ...plain, before, after]
  const run = await repository.run(args, { limit: allPatches })
  // Unambiguous: lines of content start with a space, a sign or a backslash, and names are quoted.
  const all = run.output
    .toString('latin1')
    .split(/^diff --git /m)
    .slice(1)
  const sections = run.cut ? all.slice(0, -1) : all
  let next = 0
  const found = new Map<string, FileDifference>()
  for (const entry of entriesOf(raw)) {
    // A file that became a link, or the other way round, is two patches: one removed, one added.
    const parts = sections.slice(next, next + (isOtherKind(entry) ? 2 : 1))
    next += isOtherKind(entry) ? 2 : 1
    found.set(entry.path, { ...entry, hunks: hunksIn(entry, parts) })
  }
  return found
}

type Entry = Omit<FileDifference, 'hunks'>

/** The paths that differ, without reading the files. */
export async function treeEntries(
  repository: SnapshotRepository,
  before: string,
  after: string,
): Promise<readonly Entry[]> {
  if (before === after) return []
  return entriesOf(await repository.text(['diff-tree', '-r', '-z', '--raw', '--no-abbrev', ...plain, before, after]))
}

function entriesOf(raw: string): Entry[] {
  const fields = raw.split('\0')
  const found: Entry[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore = '', modeAfter = '', before = '', after = ''] = (fields[at] ?? '').slice(1).split(' ')
    found.push({ path: fields[at + 1] ?? '', before: fileOf(modeBefore, before), after: fileOf(modeAfter, after) })
  }
  return found
}

const fileOf = (mode: string, object: string): TreeFile => (mode === '000000' ? null : { mode, object })

function hunksIn(entry: Entry, parts: readonly string[]): readonly Hunk[] | null {
  const [only] = parts
  if (only === undefined || parts.length > 1 || !isPlainFile(entry.before) || !isPlainFile(entry.after)) return null
  return /^Binary files /m.test(only) ? null : hunksOf(only)
}

/** A regular file, or none. */
export const isPlainFile = (file: TreeFile): boolean => file === null || file.mode.startsWith('100')

const isOtherKind = ({ before, after }: Entry): boolean =>
  before !== null && after !== null && before.mode.slice(0, 3) !== after.mode.slice(0, 3)

export const isSameFile = (one: TreeFile, other: TreeFile): boolean =>
  one?.mode === other?.mode && one?.object === other?.object
