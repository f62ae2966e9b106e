import type { SpanState } from '../run/view/run-view.ts'

/** What a bar represents; decides its color and shape. */
export type BarKind =
  | 'phase'
  | 'child'
  | 'model'
  | 'read'
  | 'edit'
  | 'command'
  | 'server'
  | 'ask'
  | 'own'
  | 'wait'
  | 'mark'
  /** A prompt to another agent, and what that agent says and thinks. */
  | 'prompt'
  | 'message'
  | 'thought'

/**
 * One line of bars, as a struct of arrays. Bars are in the order of their starts and never overlap, so that
 * both `start` and `end` are sorted and allow binary search. Times are ms since the run's start.
 */
export interface Track {
  readonly start: number[]
  /** Infinity if it has not ended. */
  readonly end: number[]
  /** Index of its span in the run view; -1 if its spans are not loaded (timeline/outline.ts); less than
   *  -1 for a span of a refined outline (`outlineSpanIndex`). */
  readonly span: number[]
  readonly kind: BarKind[]
  readonly state: SpanState[]
  /** First token of a model call; NaN if there is none. */
  readonly first: number[]
  /** Names of phases and child runs whose spans are not loaded (`span` is -1), by slot. */
  readonly names: Map<number, BarName>
}

/** Converts the index of a span in a refined outline to the one in a track, and back. */
export const outlineSpanIndex = (index: number): number => -2 - index

/** The label of a band; `name` is the phase's name, which decides the color. */
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

/** Updates the values of a bar that may change while it is open. */
export function setBar(track: Track, slot: number, bar: Bar): void {
  track.end[slot] = bar.end
  track.state[slot] = bar.state
  track.first[slot] = bar.first
}

function lastEnd(track: Track): number {
  return track.end.at(-1) ?? Number.NEGATIVE_INFINITY
}

/** The first track with room for a bar from `start` on; adds a new one if none has room. */
export function trackWithRoom(tracks: Track[], start: number): Track {
  const free = tracks.find((track) => lastEnd(track) <= start)
  if (free !== undefined) return free
  const track = newTrack()
  tracks.push(track)
  return track
}

/** Slot of the first bar that ends at or after `ms`; the number of bars if none does. */
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

/** Slot of the last bar that starts at or before `ms`; -1 if none does. */
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
