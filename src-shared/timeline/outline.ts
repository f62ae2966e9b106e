import type { RunView, Span } from '../run-view.ts'
import { choiceLabel } from '../strategy-info.ts'
import { bookOf, countBars, eachTrack, writtenGroups } from './outline-groups.ts'
import { joinAll, joinLast } from './outline-join.ts'
import { barOf, type LineName, lineOf, waitBar } from './span-bars.ts'
import { contentGroup, type Group, type Groups, richLanes } from './span-groups.ts'
import { type Bar, type BarKind, type BarName, pushBar, setBar, type Track, trackWithRoom } from './track.ts'

/**
 * A timeline of a whole run in little room, kept while the run goes on: its lines with their bars, of which those that
 * lie close together are one block.
 *
 * 1. It holds what had ended; what is open is drawn by whoever folds on from the checkpoint beside it.
 * 2. Bars that begin in the same unit of time are one block, of the kind that took longest in it. The unit grows with
 *    the run, so that there are never more than `maxBars` of them.
 * 3. Lines come and stand as in the picture of all its spans, so that nothing moves when that takes its place.
 */
export interface RunOutline {
  /** ms. */
  readonly unit: number
  /** The main line first; each after the one around it. */
  readonly groups: readonly OutlineGroup[]
}
export interface OutlineGroup {
  readonly key: string
  readonly title: string
  /** Key of the group around it; null for the main line. */
  readonly parent: string | null
  readonly order: number
  readonly lines: { readonly [line in LineName]: readonly OutlineTrack[] }
}
/** Bars by column, as in a track. */
export interface OutlineTrack {
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly kind: readonly BarKind[]
  /** First tokens of model calls; NaN where there is none. Only of what is refined (refine-outline.ts). */
  readonly first?: readonly number[]
  /** Slots of bars in which something failed. */
  readonly failed: readonly number[]
  /** Of phases and child runs that are bars of their own, by slot. */
  readonly names: readonly (readonly [slot: number, name: BarName])[]
}

const maxBars = 4000
/** More lanes and lines than this are drawn on those that are there. */
const maxGroups = 48
const maxTracks = 24
/** ms. */
const firstUnit = 0.25

/** Grows an outline by the spans of a fold that goes on from checkpoint to checkpoint. */
export interface Outliner {
  /** @param before the checkpoint's spans, of which those that had ended are in it already */
  add(view: RunView, before: readonly Span[]): void
  outline(): RunOutline
}

export function createOutliner(from: RunOutline | null): Outliner {
  const book: Groups = bookOf(from)
  /** Lines whose last bar has not ended, by what it stands for. */
  const open = new Map<string, Track>()
  let unit = from?.unit ?? firstUnit

  const groupFor = (view: RunView, span: Span): Group =>
    book.groups.size < maxGroups ? contentGroup(book, view, span) : (book.groups.get(span.lane) ?? book.root)

  function take(view: RunView, span: Span): void {
    const line = lineOf(span)
    if (line !== null) put(`${span.path} ${line}`, barOf(span, -1), () => groupFor(view, span)[line], nameOf(span))
    const wait = waitBar(span, -1)
    if (wait !== null) put(`${span.path} wait`, wait, () => groupFor(view, span).you, null)
  }

  function put(key: string, bar: Bar, tracks: () => Track[], name: BarName | null): void {
    const known = open.get(key)
    const track = known ?? roomFor(bar, tracks())
    if (track === null) return
    if (known === undefined) pushBar(track, bar)
    else setBar(known, known.start.length - 1, bar)
    if (bar.end === Number.POSITIVE_INFINITY) open.set(key, track)
    else {
      open.delete(key)
      if (name !== null) track.names.set(track.start.length - 1, name)
      joinLast(track, unit)
    }
  }

  function coarsen(): void {
    unit *= 2
    eachTrack(book.root, (track) => joinAll(track, unit))
  }

  return {
    add: (view, before) => {
      for (const lane of richLanes(view, 0)) book.rich.add(lane)
      const had = new Set(before)
      for (const span of view.spans) if (span.endMs === null || !had.has(span)) take(view, span)
      while (countBars(book.root) > maxBars) coarsen()
    },
    outline: () => ({ unit, groups: writtenGroups(book.root) }),
  }
}

/** Null where there are too many lines for one more. */
function roomFor(bar: Bar, tracks: Track[]): Track | null {
  const full = tracks.length >= maxTracks
  if (full && !tracks.some((track) => (track.end.at(-1) ?? 0) <= bar.start)) return null
  return trackWithRoom(tracks, bar.start)
}

function nameOf(span: Span): BarName | null {
  if (span.kind === 'phase') return { title: span.title.slice(0, 60), name: span.name.slice(0, 60) }
  return span.kind === 'child' ? { title: choiceLabel(span.strategy).slice(0, 60), name: '' } : null
}
