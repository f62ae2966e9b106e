import type { SpanState } from '../run/view/run-view.ts'

/** What a bar stands for; its colour and its shape go by it. */
export type BarKind = 'phase' | 'child' | 'model' | 'read' | 'edit' | 'command' | 'ask' | 'own' | 'wait' | 'mark'

/**
 * One line of bars, as a struct of arrays. Bars stand in the order of their starts and never overlap, so that
 * both `start` and `end` are sorted and can be searched by halves. Times are ms since the run's start.
 */
export interface Track {
  readonly start: number[]
  /** Infinity if it has not ended. */
  readonly end: number[]
  /** Index of its span in the run view; -1 if it stands for spans that are not here (timeline/outline.ts), and below
   *  that for one of the spans of a refined outline (`outlineSpanIndex`). */
  readonly span: number[]
  readonly kind: BarKind[]
  readonly state: SpanState[]
  /** First token of a model call; NaN if there is none. */
  readonly first: number[]
  /** What phases and child runs are called whose spans are not here (`span` is -1), by slot. */
  readonly names: Map<number, BarName>
}

/** From the index of a span in a refined outline to that in a track, and back. */
export const outlineSpanIndex = (index: number): number => -2 - index

/** What is written on a band; `name` is that of the phase, by which its colour goes. */
export interface BarName {
  readonly title: string
  readonly name: string
}

export interface Bar {
  readonly start: number
  readonly end: number
  readonly span: number
  readonly kind: BarKind
  readonly state: SpanState
  readonly first: number
}

export function newTrack(): Track {
  return { start: [], end: [], span: [], kind: [], state: [], first: [], names: new Map() }
}

/** Adds a bar at the end; returns its slot. */
export function pushBar(track: Track, bar: Bar): number {
  track.end.push(bar.end)
  track.span.push(bar.span)
  track.kind.push(bar.kind)
  track.state.push(bar.state)
  track.first.push(bar.first)
  return track.start.push(bar.start) - 1
}

/** Writes what may change of a bar while it is open. */
export function setBar(track: Track, slot: number, bar: Bar): void {
  track.end[slot] = bar.end
  track.state[slot] = bar.state
  track.first[slot] = bar.first
}

function lastEnd(track: Track): number {
  return track.end.at(-1) ?? Number.NEGATIVE_INFINITY
}

/** The first track with room for a bar from `start` on; a new one is added where none has. */
export function trackWithRoom(tracks: Track[], start: number): Track {
  const free = tracks.find((track) => lastEnd(track) <= start)
  if (free !== undefined) return free
  const track = newTrack()
  tracks.push(track)
  return track
}

/** Slot of the first bar that ends at or after `ms`; the number of bars where none does. */
export function firstEndingFrom(track: Track, ms: number): number {
  let low = 0
  let high = track.end.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((track.end[middle] ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Slot of the last bar that starts at or before `ms`; -1 where none does. */
export function lastStartingBy(track: Track, ms: number): number {
  let low = 0
  let high = track.start.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((track.start[middle] ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
