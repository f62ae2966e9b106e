import type { RunCheckpoint } from '../run/view/checkpoint.ts'
import type { RunOutline } from '../timeline/outline-shape.ts'

/**
 * How a long run is opened: at its end. The stream continues from the checkpoint; earlier events are read page by page
 * (`run-page`) while the end and the outline of the whole run are shown.
 */
export interface RunOpening {
  readonly checkpoint: RunCheckpoint
  /** Null if none is there yet. */
  readonly outline: RunOutline | null
}
