import type { Track } from './track.ts'

/** Duration of the longest bar of each block, ms, by slot: it decides the block's kind. Undefined for a single bar. */
const longest = new WeakMap<Track, (number | undefined)[]>()

/**
 * Joins the last bar with the one before it, if both began in the same unit. Call this after the last bar has ended.
 * @param unit ms
 */
export function joinLast(track: Track, unit: number): void {
  const last = track.start.length - 1
  if (last < 1 || !isSameUnit(track, last - 1, last, unit)) return
  join(track, last - 1, last)
  cutTo(track, last)
}

/** The same for all bars of the track, with a longer unit than before. */
export function joinAll(track: Track, unit: number): void {
  let to = 0
  for (let slot = 1; slot < track.start.length; slot++) {
    const isOpen = track.end[slot] === Number.POSITIVE_INFINITY
    if (!isOpen && isSameUnit(track, to, slot, unit)) join(track, to, slot)
    else move(track, slot, ++to)
  }
  cutTo(track, to + 1)
}

function isSameUnit({ start }: Track, one: number, other: number, unit: number): boolean {
  return Math.floor((start[one] ?? 0) / unit) === Math.floor((start[other] ?? 0) / unit)
}

const lengthAt = (track: Track, slot: number) =>
  longest.get(track)?.[slot] ?? (track.end[slot] ?? 0) - (track.start[slot] ?? 0)

function setLength(track: Track, slot: number, length: number | undefined): void {
  const lengths = longest.get(track) ?? []
  lengths[slot] = length
  longest.set(track, lengths)
}

function join(track: Track, into: number, slot: number): void {
  const [before, more] = [lengthAt(track, into), lengthAt(track, slot)]
  if (more > before) track.kind[into] = track.kind[slot] ?? 'own'
  if (track.state[slot] === 'failed') track.state[into] = 'failed'
  track.end[into] = Math.max(track.end[into] ?? 0, track.end[slot] ?? 0)
  setLength(track, into, Math.max(before, more))
  track.names.delete(into)
  track.names.delete(slot)
}

function move(track: Track, from: number, to: number): void {
  if (from === to) return
  track.start[to] = track.start[from] ?? 0
  track.end[to] = track.end[from] ?? 0
  track.kind[to] = track.kind[from] ?? 'own'
  track.state[to] = track.state[from] ?? 'ok'
  setLength(track, to, longest.get(track)?.[from])
  const name = track.names.get(from)
  track.names.delete(from)
  if (name !== undefined) track.names.set(to, name)
}

function cutTo(track: Track, count: number): void {
  for (const column of [track.start, track.end, track.span, track.kind, track.state, track.first]) column.length = count
  const lengths = longest.get(track)
  if (lengths !== undefined && lengths.length > count) lengths.length = count
}
