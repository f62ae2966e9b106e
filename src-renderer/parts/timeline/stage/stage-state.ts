import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { RunOutline } from '../../../../src-shared/timeline/outline-shape.ts'
import type { Related } from '../model/related.ts'
import type { RowSize, Rows } from '../model/rows.ts'
import type { ShownPath } from '../model/shown-path.ts'
import type { Tracks } from '../model/tracks.ts'
import type { Viewport } from '../model/viewport.ts'
import type { Ahead, Frame, Scene } from '../paint/scene.ts'
import type { Scale } from '../scale/scale.ts'

/** `fit`: all of the run, growing with it. `follow`: the present stays at the right edge. `free`: as the user left it. */
export type Mode = 'fit' | 'follow' | 'free'
export interface StageState {
  readonly mode: Mode
  readonly rows: Rows
  /** Whether a map of all stands at the bottom: less than all is in sight. */
  readonly mapped: boolean
  /** For what stands over the picture; told a few times a second at most. */
  readonly calm: Pick<Scene, 'rows' | 'viewport' | 'width' | 'nowMs' | 'present' | 'layout' | 'run' | 'axis'> | null
  readonly range: { readonly from: number; readonly to: number } | null
}
export const stateAtFirst = (rows: Rows): StageState => ({ mode: 'fit', rows, mapped: false, calm: null, range: null })
export interface Shown {
  readonly run: RunView
  /** Of a long run that is still being read: what was before the spans that are here. */
  readonly outline: RunOutline | null
  readonly live: boolean
  readonly folds: ReadonlyMap<string, boolean>
  readonly selected: number | null
  readonly hovered: number | null
  /** The same, if they are not among the spans of the run yet. */
  readonly ahead: Ahead
  readonly found: ReadonlySet<number> | null
  readonly related: Related | null
  readonly path: ShownPath | null
  readonly scale: Scale
  readonly tracks: Tracks | null
  /** ms of the axis; null where the run is not played back. */
  readonly playhead: number | null
  /** Index of the span at which it parts from a run beside it; null where it does not. */
  readonly divergence: number | null
  readonly frame: Frame
  readonly size: RowSize
}
/** Pictures that share an axis move together. */
export interface Sight {
  readonly viewport: Viewport
  readonly mode: Mode
}
