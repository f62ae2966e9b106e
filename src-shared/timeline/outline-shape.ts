import type { Span } from '../run/view/run-view.ts'
import type { LineName } from './span-bars.ts'
import type { BarKind, BarName } from './track.ts'

/**
 * A timeline of a whole run in little room, kept while the run continues: its lines with their bars, of which those that
 * lie close together are one block.
 *
 * 1. It holds what had ended; what is open is drawn by whoever folds on from the checkpoint beside it.
 * 2. Bars that begin in the same unit of time are one block, of the kind that took longest in it. The unit grows with
 *    the run, so that there are never more than `maxBars` of them.
 * 3. Lines come and stand as in the picture of all its spans, so that nothing moves when that takes its place.
 */
export interface RunOutline {
  /** ms. */
  readonly unit: number
  /** The main line first; each after the one around it. */
  readonly groups: readonly OutlineGroup[]
  /** Those that have bars of their own in it, once it is refined (refine-outline.ts). */
  readonly spans?: readonly Span[]
}
export interface OutlineGroup {
  readonly key: string
  readonly title: string
  /** Key of the group around it; null for the main line. */
  readonly parent: string | null
  readonly order: number
  readonly lines: { readonly [line in LineName]: readonly OutlineTrack[] }
}
/** Bars by column, as in a track. */
export interface OutlineTrack {
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly kind: readonly BarKind[]
  /** Of what is refined: which of the outline's `spans` a bar is; -1 if it is a block. */
  readonly span?: readonly number[]
  /** Slots of bars in which something failed. */
  readonly failed: readonly number[]
  /** Of phases and child runs that are bars of their own, by slot. */
  readonly names: readonly (readonly [slot: number, name: BarName])[]
}
