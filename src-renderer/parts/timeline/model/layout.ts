import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { groupsOfOutline } from '../../../../src-shared/timeline/outline-groups.ts'
import type { RunOutline } from '../../../../src-shared/timeline/outline-shape.ts'
import { barOf, type LineName, lineOf, waitBar } from '../../../../src-shared/timeline/span-bars.ts'
import { contentGroup, type Group, type Groups, richLanes } from '../../../../src-shared/timeline/span-groups.ts'
import {
  type Bar,
  newTrack,
  outlineSpanIndex,
  pushBar,
  setBar,
  type Track,
  trackWithRoom,
} from '../../../../src-shared/timeline/track.ts'
import { ownTime, type TimeMap, toAxis } from '../../../run/time-map.ts'
import type { Amounts } from '../scale/amounts.ts'

/**
 * A run view as lines of bars. Pure: no canvas, no clock.
 *
 * 1. A layout grows with its run: adding a span costs the same however many there are. It is rebuilt only if existing
 *    bars must move: when a lane turns out to contain more than tool calls, or a crashed run is resumed.
 * 2. Each span has at most one bar; an approval or a question has a second one on the You line.
 * 3. Bars are positioned on the axis: `time` maps the run's times to it, unless `amounts` gives positions.
 */
export interface Layout extends Groups {
  readonly time: TimeMap
  /** Positions of spans on an axis that does not count time. */
  readonly amounts: Amounts | null
  /** The outline it started with: bars of everything before the first span. */
  readonly outline: RunOutline | null
  /** Position of each span's bar, by span index; undefined if it is not drawn. */
  readonly places: (Place | undefined)[]
  /** Waits for the user, by span index. */
  readonly waits: Map<number, Place>
  /** Indices of spans whose bars may still change. */
  readonly open: Set<number>
  /** Number of spans laid out. */
  done: number
  version: number
  resumed: number
  interrupted: boolean
}

/** The span of a bar: one of the run, or of a refined outline; undefined if the bar represents several. */
export function spanOfBar({ outline }: Pick<Layout, 'outline'>, run: RunView, index: number): Span | undefined {
  return index < 0 ? outline?.spans?.[outlineSpanIndex(index)] : run.spans[index]
}

export interface Place {
  readonly group: Group
  readonly line: LineName
  readonly track: Track
  readonly slot: number
}

export function newLayout(
  time: TimeMap = ownTime,
  outline: RunOutline | null = null,
  amounts: Amounts | null = null,
): Layout {
  return {
    ...groupsOfOutline(outline, (ms) => toAxis(time, ms)),
    time,
    amounts,
    outline,
    places: [],
    waits: new Map(),
    open: new Set(),
    done: 0,
    version: -1,
    resumed: 0,
    interrupted: false,
  }
}

/** The layout for a later state of the same run: the same object extended, or a new one (1). */
export function updateLayout(layout: Layout, view: RunView): Layout {
  if (layout.version === view.version && layout.done === view.spans.length) return layout
  const grown = mustMove(layout, view) ? newLayout(layout.time, layout.outline, layout.amounts) : layout
  for (const lane of richLanes(view, grown.done)) grown.rich.add(lane)
  for (const index of grown.open) refresh(grown, view, index)
  for (let index = grown.done; index < view.spans.length; index++) add(grown, view, index)
  grown.done = view.spans.length
  grown.version = view.version
  grown.resumed = view.resumed
  grown.interrupted = view.status === 'interrupted'
  return grown
}

function mustMove(layout: Layout, view: RunView): boolean {
  if (view.spans.length < layout.done || view.version < layout.version) return true
  if (view.resumed !== layout.resumed) return true
  if (layout.interrupted && view.status !== 'interrupted') return true
  for (const index of layout.open) if (hasMoved(layout, view, index)) return true
  return richLanes(view, layout.done).some((lane) => layout.plain.has(lane))
}

/** Whether a span was resumed, or its question to the user was asked again. */
function hasMoved(layout: Layout, view: RunView, index: number): boolean {
  const span = view.spans[index]
  const place = layout.places[index]
  if (place?.track.state[place.slot] === 'interrupted' && span?.state !== 'interrupted') return true
  const wait = layout.waits.get(index)
  if (wait === undefined || span === undefined) return false
  const resumed = wait.track.state[wait.slot] === 'interrupted' && span.state !== 'interrupted'
  const bar = waitBar(span, index)
  return resumed || bar === null || wait.track.start[wait.slot] !== onAxis(layout, bar).start
}

function add(layout: Layout, view: RunView, index: number): void {
  const span = view.spans[index]
  if (span === undefined) return
  place(layout, view, span, index)
  if (span.endMs === null || span.state === 'interrupted') layout.open.add(index)
  addWait(layout, view, span, index)
}

function place(layout: Layout, view: RunView, span: Span, index: number): void {
  const line = lineOf(span)
  if (line === null) return
  const group = contentGroup(layout, view, span)
  const bar = onAxis(layout, barOf(span, index))
  const track =
    line === 'phases'
      ? bandTrack(layout, view, { span, group, start: bar.start })
      : freeTrack(layout, group[line], bar.start)
  layout.places[index] = { group, line, track, slot: pushBar(track, bar) }
}

function refresh(layout: Layout, view: RunView, index: number): void {
  const span = view.spans[index]
  if (span === undefined) return
  const placed = layout.places[index]
  // A check of the inbox gets a bar only if it returned messages.
  if (placed === undefined) place(layout, view, span, index)
  else setBar(placed.track, placed.slot, onAxis(layout, barOf(span, index)))
  const wait = layout.waits.get(index)
  const bar = waitBar(span, index)
  if (wait === undefined) addWait(layout, view, span, index)
  else if (bar !== null) setBar(wait.track, wait.slot, onAxis(layout, bar))
  // A span interrupted by a crash may be resumed.
  if (span.endMs !== null && span.state !== 'interrupted') layout.open.delete(index)
}

function addWait(layout: Layout, view: RunView, span: Span, index: number): void {
  const waited = waitBar(span, index)
  if (waited === null) return
  const bar = onAxis(layout, waited)
  const group = contentGroup(layout, view, span)
  const track = freeTrack(layout, group.you, bar.start)
  layout.waits.set(index, { group, line: 'you', track, slot: pushBar(track, bar) })
}

function onAxis({ time, amounts }: Layout, bar: Bar): Bar {
  if (amounts !== null) return byAmount(amounts, bar)
  if (time === ownTime) return bar
  const start = toAxis(time, bar.start)
  return { ...bar, start, end: Math.max(start, toAxis(time, bar.end, 'end')), first: toAxis(time, bar.first) }
}

/** Waits use no tokens and no money. Spans that started after the amounts were computed are placed at the end. */
function byAmount({ start, end, total }: Amounts, bar: Bar): Bar {
  const from = start[bar.span] ?? total
  return { ...bar, start: from, end: bar.kind === 'wait' ? from : (end[bar.span] ?? from), first: Number.NaN }
}

function freeTrack(layout: Layout, tracks: Track[], start: number): Track {
  const before = tracks.length
  const track = trackWithRoom(tracks, start)
  if (tracks.length !== before) layout.shape += 1
  return track
}

interface Band {
  readonly span: Span
  readonly group: Group
  /** Position on the axis. */
  readonly start: number
}

/** Phases are stacked by nesting depth. */
function bandTrack(layout: Layout, view: RunView, { span, group, start }: Band): Track {
  let depth = 0
  for (let above = parentOf(view, span); above !== undefined; above = parentOf(view, above)) {
    const place = layout.places[view.at.get(above.path) ?? -1]
    if (place?.group === group && place.line === 'phases') depth += 1
  }
  while (group.phases.length <= depth) {
    group.phases.push(newTrack())
    layout.shape += 1
  }
  const track = group.phases[depth]
  // Phases of one depth follow each other, except in branches whose lanes share a line.
  return track !== undefined && (track.end.at(-1) ?? 0) <= start ? track : freeTrack(layout, group.phases, start)
}

function parentOf(view: RunView, span: Span): Span | undefined {
  return span.parent === null ? undefined : view.spans[view.at.get(span.parent) ?? -1]
}
