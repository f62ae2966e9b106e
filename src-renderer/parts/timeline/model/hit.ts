import { firstEndingFrom, type Track } from '../../../../src-shared/timeline/track.ts'
import type { Line, Rows } from './rows.ts'

/** Minimum drawn width of a bar, and the tolerance for hitting it, px. */
export const minWidth = 2.5
const reach = 4

export interface Hit {
  /** Index of the span in the run view, or below -1 in a refined outline (`spanOfBar`). */
  readonly span: number
  readonly track: Track
  readonly slot: number
}

/**
 * The bar at a point of the content.
 * @param ms time at the pointer
 * @param pixelMs duration of a pixel, ms
 */
export function hitAt(rows: Rows, ms: number, y: number, pixelMs: number): Hit | null {
  const bar = barAt(rows, ms, y, pixelMs)
  return bar === null || bar.span === -1 ? null : { span: bar.span, track: bar.line.track, slot: bar.slot }
}

/** As `hitAt`, for bars of an outline whose spans are not loaded: returns the line, and the time within the bar. */
export function outlinedAt(rows: Rows, ms: number, y: number, pixelMs: number): Outlined | null {
  const bar = barAt(rows, ms, y, pixelMs)
  if (bar === null || bar.span >= 0) return null
  const { track, name } = bar.line
  const start = track.start[bar.slot] ?? ms
  return { track, line: name, atMs: Math.min(Math.max(ms, start), track.end[bar.slot] ?? start) }
}
export interface Outlined {
  readonly track: Track
  readonly line: Line['name']
  /** Position on the axis. */
  readonly atMs: number
}

interface FoundBar {
  readonly line: Line
  readonly slot: number
  readonly span: number
}

function barAt(rows: Rows, ms: number, y: number, pixelMs: number): FoundBar | null {
  // Folded lanes overlap; the last one drawn is on top.
  for (let index = rows.lines.length - 1; index >= 0; index--) {
    const line = rows.lines[index]
    if (line === undefined || y < line.top || y > line.top + line.height) continue
    const slot = slotAt(line.track, ms, pixelMs)
    if (slot !== null) return { line, slot, span: line.track.span[slot] ?? -1 }
  }
  return null
}

/** The bar at `ms`, else the nearest within the tolerance. */
function slotAt(track: Track, ms: number, pixelMs: number): number | null {
  const from = firstEndingFrom(track, ms - (reach + minWidth) * pixelMs)
  let best: number | null = null
  let distance = reach * pixelMs
  for (let slot = from; slot < track.start.length; slot++) {
    const start = track.start[slot] ?? 0
    if (start > ms + reach * pixelMs) break
    const end = Math.max(track.end[slot] ?? start, start + minWidth * pixelMs)
    const away = ms < start ? start - ms : ms > end ? ms - end : 0
    if (away > distance || (away === distance && best !== null && away > 0)) continue
    best = slot
    distance = away
    if (away === 0 && ms <= (track.end[slot] ?? 0)) break
  }
  return best
}
