import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { Layout } from '../model/layout.ts'
import { Layouts } from '../model/layouts.ts'
import { type RowSize, type Rows, rowsOf, type TrackName } from '../model/rows.ts'
import type { Tracks } from '../model/tracks.ts'
import type { CanvasContent } from './canvas-state.ts'

/** The inputs of the last row computation. */
interface CountedFor {
  readonly layout: Layout
  readonly shape: number
  readonly folds: ReadonlyMap<string, boolean>
  readonly size: RowSize
  readonly tracks: readonly TrackName[]
}

/** The lines of a picture: laid out as spans arrive; rows are recomputed when lines are added or folded. */
export class DrawnRows {
  rows: Rows
  private readonly layouts = new Layouts()
  private countedFor: CountedFor

  constructor() {
    this.countedFor = { layout: this.layout, shape: -1, folds: new Map(), size: 'roomy', tracks: [] }
    this.rows = rowsOf(this.layout, this.countedFor.folds)
  }

  get layout(): Layout {
    return this.layouts.now
  }

  get size(): RowSize {
    return this.countedFor.size
  }

  reset(): void {
    this.layouts.reset()
  }

  /** Lays out the loaded part of a run that is not shown yet. */
  prepare(view: RunView, look: CanvasContent): void {
    this.layouts.prepare(view, look.scale)
  }

  /** @returns whether the rows were recomputed */
  refresh(look: CanvasContent): boolean {
    const layout = this.layouts.show(look)
    if (isCounted(this.countedFor, layout, look)) return false
    const tracks = namesOf(look.tracks)
    this.countedFor = { layout, shape: layout.shape, folds: look.folds, size: look.size, tracks }
    this.rows = rowsOf(layout, look.folds, look.size, tracks)
    return true
  }
}

/** The tracks that have data. */
function namesOf(tracks: Tracks | null): readonly TrackName[] {
  if (tracks === null || (tracks.context.at.length < 2 && !tracks.reading)) return none
  const { tokens, cost } = tracks
  return [
    ...((tokens?.added.length ?? 0) > 0 ? (['added'] as const) : []),
    ...((tokens?.cached.length ?? 0) > 0 ? (['cached'] as const) : []),
    'context',
    ...(cost === null ? [] : (['cost'] as const)),
  ]
}
const none: readonly TrackName[] = []

/** Whether the inputs of the rows are unchanged. */
function isCounted(before: CountedFor, layout: Layout, { folds, size, tracks }: CanvasContent): boolean {
  const isSameLayout = before.layout === layout && before.shape === layout.shape
  return (
    isSameLayout && before.folds === folds && before.size === size && before.tracks.join() === namesOf(tracks).join()
  )
}
