import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import type { BarKind } from '../../../../src-shared/timeline/track.ts'
import type { TimeMap } from '../../../run/time-map.ts'
import type { Layout } from '../model/layout.ts'
import type { Related } from '../model/related.ts'
import type { RowSize, Rows } from '../model/rows.ts'
import type { ShownPath } from '../model/shown-path.ts'
import type { Tracks } from '../model/tracks.ts'
import type { Viewport } from '../model/viewport.ts'
import type { Scale } from '../scale/scale.ts'
import type { Theme } from './theme.ts'

/** Stripes in the colour of each kind: time that nobody but the user can shorten. */
export type Hatches = { readonly [kind in BarKind]: CanvasPattern | string }

/** Spans of a long run that is still being read which somebody points at. */
export interface Ahead {
  readonly selected: Span | null
  readonly hovered: Span | null
}

/** All that a picture is painted from. Sizes in CSS pixels. */
export interface Scene {
  readonly run: RunView
  readonly layout: Layout
  readonly rows: Rows
  readonly viewport: Viewport
  readonly width: number
  readonly height: number
  readonly scrollTop: number
  readonly theme: Theme
  readonly hatch: Hatches
  readonly scale: Scale
  /** What is drawn under the rows; null if nothing is. */
  readonly tracks: Tracks | null
  /** How the run's moments lie on the axis: the scale's. Bars and viewport are of the axis. */
  readonly time: TimeMap
  /** Present moment of a run under way, ms since its start; the last moment of one that has ended. */
  readonly nowMs: number
  /** The same on the axis. */
  readonly present: number
  /** Where the axis ends: with the run, or with a longer one beside it. */
  readonly endMs: number
  /** Where the user is who plays the run back, ms of the axis; null where it is shown as it is now. */
  readonly playhead: number | null
  readonly live: boolean
  /** How many roles the run has. */
  readonly roles: number
  readonly selected: number | null
  readonly hovered: number | null
  /** The same, if they are not among the spans of the run yet. */
  readonly ahead: Ahead
  readonly range: { readonly from: number; readonly to: number } | null
  /** The selected span and those it came from or led to; null if nothing is selected. */
  readonly related: Related | null
  /** What the end waited for; null if that is not shown. */
  readonly path: ShownPath | null
  /** Spans that were looked for; null where nothing is. */
  readonly found: ReadonlySet<number> | null
  /** Index of the span at which it parts from a run beside it. */
  readonly divergence: number | null
  readonly size: RowSize
  /** How high its own axis is at the top. */
  readonly axis: number
  /** What the map shows while less than all is in sight, a line each where there are several; null where it has none. */
  readonly map: readonly Layout[] | null
}

/**
 * `own`: a picture with its axis and map. `joined`: one of several under an axis that they share.
 * `axis`: that axis, with one map of them all.
 */
export type Frame = 'own' | 'joined' | 'axis'

export const axisHeight = 22
export const mapHeight = 26
const compactAxisHeight = 16

/** The height of a picture's own axis. */
export function axisOf(frame: Frame, size: RowSize): number {
  if (frame === 'joined' || size === 'strip') return 0
  return size === 'compact' || size === 'line' ? compactAxisHeight : axisHeight
}

/** A bar's place, pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
