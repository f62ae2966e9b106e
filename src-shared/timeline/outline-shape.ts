import type { Span } from '../run/view/run-view.ts'
import type { LineName } from './span-bars.ts'
import type { BarKind, BarName } from './track.ts'

/**
 * A compact timeline of a whole run, updated while the run continues: its lines with their bars. Bars that
 * are close together form one block.
 *
 * 1. It contains only what had ended; the reader adds open spans by folding on from the checkpoint stored with it.
 * 2. Bars that begin in the same unit of time form one block, with the kind of its longest bar. The unit grows with
 *    the run, so that there are never more than `maxBars` of them.
 * 3. Its lines have the same order as in the timeline of all spans, so that nothing moves when that one replaces it.
 */
export interface RunOutline {
  /** ms. */
  readonly unit: number
  /** The main group first; each after its parent. */
  readonly groups: readonly OutlineGroup[]
  /** Spans that have their own bars after refinement (refine-outline.ts). */
  readonly spans?: readonly Span[]
}
export interface OutlineGroup {
  readonly key: string
  readonly title: string
  /** Key of the parent group; null for the main group. */
  readonly parent: string | null
  readonly order: number
  /** If it is the lane of another agent: its name, and the paths of its prompts. */
  readonly agent?: string
  readonly prompts?: readonly string[]
  readonly lines: { readonly [line in LineName]: readonly OutlineTrack[] }
}
/** Bars as a struct of arrays, as in a track. */
export interface OutlineTrack {
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly kind: readonly BarKind[]
  /** After refinement: index of the bar's span in the outline's `spans`; -1 for a block. */
  readonly span?: readonly number[]
  /** Slots of bars with a failure. */
  readonly failed: readonly number[]
  /** Names of phases and child runs that have their own bars, by slot. */
  readonly names: readonly (readonly [slot: number, name: BarName])[]
}
