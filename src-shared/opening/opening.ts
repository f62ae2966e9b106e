import type { RunCheckpoint } from '../run/view/checkpoint.ts'
import type { RunOutline } from '../timeline/outline-shape.ts'

/**
 * How a long run is opened: at its end. The stream continues from the checkpoint; what was before it is read page by page
 * (`run-page`) while the end and the outline of the whole are looked at.
 */
export interface RunOpening {
  readonly checkpoint: RunCheckpoint
  /** Null if none is there yet. */
  readonly outline: RunOutline | null
}
