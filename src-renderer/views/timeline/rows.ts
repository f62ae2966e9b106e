import type { Layout } from './layout.ts'
import type { Group } from './layout-groups.ts'
import type { LineName } from './span-bars.ts'
import type { Track } from './track.ts'

/** Where lines stand from top to bottom. Pixels, from the top of the content. */
export interface Line {
  readonly name: LineName
  readonly track: Track
  readonly top: number
  readonly height: number
}
export interface Row {
  readonly key: string
  readonly label: string
  readonly depth: number
  readonly top: number
  readonly height: number
  /** Set for the heading of a group that folds. */
  readonly fold: { readonly key: string; readonly folded: boolean } | null
  readonly lines: readonly Line[]
}
export interface Rows {
  readonly rows: readonly Row[]
  readonly lines: readonly Line[]
  /** Where a bar stands, by its track. */
  readonly lineOf: ReadonlyMap<Track, Line>
  readonly height: number
}

/** More lanes than this side by side begin folded. */
const openLanes = 4
const labels: { readonly [line in LineName]: string } = {
  phases: 'Phases',
  model: 'Model',
  tools: 'Tools',
  you: 'You',
  marks: 'Marks',
}
const order: readonly LineName[] = ['phases', 'model', 'tools', 'you', 'marks']
const gap = 9
const headingHeight = 22
const foldedHeight = 14

/** @param folds what the user folded or opened, by group key */
export function rowsOf(layout: Layout, folds: ReadonlyMap<string, boolean>): Rows {
  const rows: Row[] = []
  let top = gap
  const put = (row: Omit<Row, 'top' | 'lines'>, tracks: readonly (readonly [LineName, Track])[], each: number) => {
    const step = row.fold?.folded === true ? 0 : each + 2
    const lines = tracks.map(([name, track], index) => ({ name, track, top: top + step * index, height: each }))
    rows.push({ ...row, top, lines })
    top += row.height + gap
  }
  const show = (group: Group, sibling: number) => {
    const folded = group.parent !== null && (folds.get(group.key) ?? sibling > openLanes)
    if (group.parent !== null) heading(group, folded, put)
    if (folded) return
    for (const name of order) putLine(group, name, put)
    for (const child of group.children) show(child, group.children.length)
  }
  show(layout.root, 1)
  const lines = rows.flatMap((row) => row.lines)
  return { rows, lines, lineOf: new Map(lines.map((line) => [line.track, line])), height: top }
}

type Put = (row: Omit<Row, 'top' | 'lines'>, tracks: readonly (readonly [LineName, Track])[], each: number) => void

/** A folded group keeps its calls in sight, all on one line. */
function heading(group: Group, folded: boolean, put: Put): void {
  const fold = { key: group.key, folded }
  const row = { key: `${group.key}:heading`, label: group.title, depth: group.depth, height: headingHeight, fold }
  const calls = folded ? [...tracksUnder(group, 'model'), ...tracksUnder(group, 'tools')] : []
  put(row, calls, foldedHeight)
}

function tracksUnder(group: Group, name: LineName): (readonly [LineName, Track])[] {
  return [
    ...group[name].map((track) => [name, track] as const),
    ...group.children.flatMap((child) => tracksUnder(child, name)),
  ]
}

/** The main line always shows its four rows, so that nothing jumps when the first call comes. */
function putLine(group: Group, name: LineName, put: Put): void {
  const tracks = group[name].map((track) => [name, track] as const)
  const always = group.parent === null && name !== 'marks'
  if (tracks.length === 0 && !always) return
  const count = Math.max(1, tracks.length)
  const each = lineHeight(name, count)
  const height = each * count + 2 * (count - 1)
  put({ key: `${group.key}:${name}`, label: labels[name], depth: group.depth, height, fold: null }, tracks, each)
}

function lineHeight(name: LineName, count: number): number {
  if (name === 'phases') return count > 2 ? 18 : 24
  if (name === 'marks') return 14
  return count === 1 ? 22 : count <= 3 ? 15 : 9
}
