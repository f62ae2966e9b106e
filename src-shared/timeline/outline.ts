import { agentPrompt } from '../run/view/agent-text.ts'
import type { RunView, Span } from '../run/view/run-view.ts'
import { countBars, eachTrack, groupsOfOutline, outlineGroups } from './outline-groups.ts'
import { joinAll, joinLast } from './outline-join.ts'
import type { RunOutline } from './outline-shape.ts'
import { barOf, lineOf, waitBar } from './span-bars.ts'
import { childTitle, contentGroup, type Group, type Groups, richLanes } from './span-groups.ts'
import { type Bar, type BarName, pushBar, setBar, type Track, trackWithRoom } from './track.ts'

const maxBars = 4000
/** Maximum number of groups; the spans of further lanes are drawn in existing ones. */
const maxGroups = 48
const maxTracks = 24
/** ms. */
const firstUnit = 0.25

/** Adds to an outline the spans of a fold that continues from checkpoint to checkpoint. */
export interface Outliner {
  /** @param before the spans of the last checkpoint: those that had ended are already in the outline */
  add(view: RunView, before: readonly Span[]): void
  outline(): RunOutline
}

export function createOutliner(from: RunOutline | null): Outliner {
  const book: Groups = groupsOfOutline(from)
  /** Lines whose last bar is open, by that bar's span. */
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
      const known = new Set(before)
      for (const span of view.spans) if (span.endMs === null || !known.has(span)) take(view, span)
      while (countBars(book.root) > maxBars) coarsen()
    },
    outline: () => ({ unit, groups: outlineGroups(book.root) }),
  }
}

/** The line with room for a bar; null if there are too many lines. */
function roomFor(bar: Bar, tracks: Track[]): Track | null {
  const full = tracks.length >= maxTracks
  if (full && !tracks.some((track) => (track.end.at(-1) ?? 0) <= bar.start)) return null
  return trackWithRoom(tracks, bar.start)
}

function nameOf(span: Span): BarName | null {
  if (span.kind === 'phase') return { title: span.title.slice(0, 60), name: span.name.slice(0, 60) }
  if (span.kind === 'child') return { title: childTitle(span), name: '' }
  const prompt = span.kind === 'step' ? agentPrompt(span) : null
  return prompt === null ? null : { title: prompt.prompt.slice(0, 60), name: '' }
}
