import { firstEndingFrom, type Track } from '../../../src-shared/timeline/track.ts'
import type { Rows } from './rows.ts'

/** Bars are drawn at least this wide, and are hit this far beside it, pixels. */
export const leastWidth = 2.5
const reach = 4

export interface Hit {
  /** Index of the span in the run view. */
  readonly span: number
  readonly track: Track
  readonly slot: number
}

/**
 * The bar at a point of the content.
 * @param ms the moment under the pointer @param pixelMs how long a pixel is, ms
 */
export function hitAt(rows: Rows, ms: number, y: number, pixelMs: number): Hit | null {
  // Folded lanes lie over each other; the last drawn is on top.
  for (let index = rows.lines.length - 1; index >= 0; index--) {
    const line = rows.lines[index]
    if (line === undefined || y < line.top || y > line.top + line.height) continue
    const hit = hitInTrack(line.track, ms, pixelMs)
    if (hit !== null) return hit
  }
  return null
}

/** The bar under `ms`, else the nearest within reach. */
function hitInTrack(track: Track, ms: number, pixelMs: number): Hit | null {
  const from = firstEndingFrom(track, ms - (reach + leastWidth) * pixelMs)
  let best: number | null = null
  let distance = reach * pixelMs
  for (let slot = from; slot < track.start.length; slot++) {
    const start = track.start[slot] ?? 0
    if (start > ms + reach * pixelMs) break
    const end = Math.max(track.end[slot] ?? start, start + leastWidth * pixelMs)
    const away = ms < start ? start - ms : ms > end ? ms - end : 0
    if (away > distance || (away === distance && best !== null && away > 0)) continue
    best = slot
    distance = away
    if (away === 0 && ms <= (track.end[slot] ?? 0)) break
  }
  const span = best === null ? -1 : (track.span[best] ?? -1)
  return best === null || span < 0 ? null : { span, track, slot: best }
}
