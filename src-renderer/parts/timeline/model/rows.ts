import type { LineName } from '../../../../src-shared/timeline/span-bars.ts'
import type { Group } from '../../../../src-shared/timeline/span-groups.ts'
import type { Track } from '../../../../src-shared/timeline/track.ts'
import type { Layout } from './layout.ts'

/** Vertical positions of lines, px from the top of the content. */
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
  /** Set for the heading of a foldable group. */
  readonly fold: { readonly key: string; readonly folded: boolean } | null
  readonly lines: readonly Line[]
  /** Set for tracks below the rows of the run. */
  readonly track?: TrackName
}
export type TrackName = 'added' | 'cached' | 'context' | 'cost'
export interface Rows {
  readonly rows: readonly Row[]
  readonly lines: readonly Line[]
  /** The line of a bar, by its track. */
  readonly lineOf: ReadonlyMap<Track, Line>
  readonly height: number
}

/** Parallel lanes start folded, one row each, if there are at least this many. */
const foldedFrom = 2
const labels: { readonly [line in LineName]: string } = {
  phases: 'Phases',
  prompts: 'Prompts',
  messages: 'Messages',
  model: 'Model',
  tools: 'Tools',
  you: 'You',
  marks: 'Marks',
}
/** The order of a group's lines below its phases and child groups. */
const order: readonly LineName[] = ['messages', 'model', 'tools', 'you', 'marks']
/** What is drawn of a group on one line, from back to front. */
const oneLine = ['prompts', 'messages', 'model', 'tools'] as const

/**
 * `roomy`: a single run. `beside`: the same size, for runs below each other. `compact`: smaller. `line`: all calls on
 * one line.
 * `strip`: all calls on the line of the phases, if there is room for only one line.
 */
export type RowSize = 'roomy' | 'beside' | 'compact' | 'line' | 'strip'
interface Measures {
  readonly gap: number
  readonly heading: number
  readonly folded: number
  readonly marks: number
  /** Heights of a line of phases: of a single one, and of several. */
  readonly phases: readonly [number, number]
  /** Heights of a line of calls: of a single one, of up to three, of more. */
  readonly calls: readonly [number, number, number]
}
const roomy: Measures = { gap: 7, heading: 22, folded: 28, marks: 14, phases: [22, 18], calls: [22, 15, 9] }
const roomyMeasures: Measures = roomy
const compact: Measures = {
  gap: 3,
  heading: 16,
  folded: 12,
  marks: 10,
  phases: [14, 12],
  calls: [12, 8, 6],
}
/** Large enough to click: 24 px including the gaps. */
const line: Measures = { ...compact, gap: 6 }

const trackHeight = 26
const trackLabels: { readonly [track in TrackName]: string } = {
  added: 'Added by',
  cached: 'Cached',
  context: 'Context',
  cost: 'Cost',
}

/** @param folds groups that the user folded or expanded, by group key */
export function rowsOf(
  layout: Layout,
  folds: ReadonlyMap<string, boolean>,
  size: RowSize = 'roomy',
  tracks: readonly TrackName[] = [],
): Rows {
  const measures = { roomy, beside: roomyMeasures, compact, line, strip: line }[size]
  const { gap } = measures
  const rows: Row[] = []
  let top = gap
  const put = (row: Omit<Row, 'top' | 'lines'>, tracks: readonly (readonly [LineName, Track])[], each: number) => {
    // If the row has room for only one line, its lines overlap.
    const step = row.height < tracks.length * each ? 0 : each + 2
    const lines = tracks.map(([name, track], index) => ({ name, track, top: top + step * index, height: each }))
    rows.push({ ...row, top, lines })
    top += row.height + gap
  }
  const show = (group: Group, sibling: number) => {
    const folded = group.parent !== null && (folds.get(group.key) ?? sibling >= foldedFrom)
    if (group.parent !== null) heading(group, folded, measures, put)
    if (folded) return
    putLine(group, 'phases', measures, put)
    for (const child of group.children) show(child, group.children.length)
    for (const name of order) putLine(group, name, measures, put)
  }
  if (size === 'strip') {
    const row = stripRow(layout.root)
    rows.push(row)
    top = row.height
  } else if (size === 'line') allCalls(layout.root, measures, put)
  else show(layout.root, 1)
  for (const track of size === 'roomy' ? tracks : []) {
    put({ key: `:${track}`, label: trackLabels[track], depth: 0, height: trackHeight, fold: null, track }, [], 0)
  }
  const lines = rows.flatMap((row) => row.lines)
  return { rows, lines, lineOf: new Map(lines.map((line) => [line.track, line])), height: top }
}

type Put = (row: Omit<Row, 'top' | 'lines'>, tracks: readonly (readonly [LineName, Track])[], each: number) => void

/** A folded group shows its calls on one line; the heading of an agent's lane has the prompts to it. */
function heading(group: Group, folded: boolean, measures: Measures, put: Put): void {
  const fold = { key: group.key, folded }
  const height = folded ? Math.max(measures.heading, measures.folded) : measures.heading
  const row = { key: `${group.key}:heading`, label: group.title, depth: group.depth, height, fold }
  const tracks = folded
    ? oneLine.flatMap((name) => tracksUnder(group, name))
    : group.prompts.map((track) => ['prompts', track] as const)
  put(row, tracks, height)
}

function allCalls(root: Group, { folded }: Measures, put: Put): void {
  const calls = ([...oneLine, 'you'] as const).flatMap((name) => tracksUnder(root, name))
  put({ key: ':line', label: '', depth: 0, height: folded, fold: null }, calls, folded)
}

const stripHeight = 40
const [stripBand, stripBar] = [26, 12]

/** The run's phases, with every call and wait drawn over them. */
function stripRow(root: Group): Row {
  const at = (height: number) => ({ top: (stripHeight - height) / 2, height })
  const phases = root.phases.slice(0, 1).map((track) => ['phases', track] as const)
  const bands = (phases.length > 0 ? phases : tracksUnder(root, 'prompts')).map(
    ([name, track]): Line => ({ name, track, ...at(stripBand) }),
  )
  const bars = (['messages', 'model', 'tools', 'you'] as const)
    .flatMap((name) => tracksUnder(root, name))
    .map(([name, track]): Line => ({ name, track, ...at(stripBar) }))
  return { key: ':strip', label: '', depth: 0, top: 0, height: stripHeight, fold: null, lines: [...bands, ...bars] }
}

function tracksUnder(group: Group, name: LineName): (readonly [LineName, Track])[] {
  return [
    ...group[name].map((track) => [name, track] as const),
    ...group.children.flatMap((child) => tracksUnder(child, name)),
  ]
}

/** Adds a row for a line that has bars; a run without any keeps an empty model row. */
function putLine(group: Group, name: LineName, measures: Measures, put: Put): void {
  const tracks = group[name].map((track) => [name, track] as const)
  if (tracks.length === 0 && !(name === 'model' && isEmpty(group))) return
  const count = Math.max(1, tracks.length)
  const each = lineHeight(measures, name, count)
  const height = each * count + 2 * (count - 1)
  put({ key: `${group.key}:${name}`, label: labels[name], depth: group.depth, height, fold: null }, tracks, each)
}

const isEmpty = ({ parent, children, phases, tools, you, marks }: Group) =>
  parent === null && [children, phases, tools, you, marks].every(({ length }) => length === 0)

function lineHeight({ phases, marks, calls }: Measures, name: LineName, count: number): number {
  if (name === 'phases') return phases[count > 2 ? 1 : 0]
  if (name === 'marks') return marks
  return calls[count === 1 ? 0 : count <= 3 ? 1 : 2]
}
