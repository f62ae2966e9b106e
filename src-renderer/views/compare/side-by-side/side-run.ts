import type { ReactNode } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { FirstDivergence } from '../../../run/first-divergence.ts'

/** One of two to four runs shown side by side. */
export interface SideRun {
  readonly run: Run
  /** Its label among the others: `First run`, `Lane A`. */
  readonly name: string
  /** Short form of the label. */
  readonly mark?: ReactNode
}

/** A run with its current view; null until its first events arrive. */
export interface SeenRun extends SideRun {
  readonly view: RunView | null
}

/** The divergence of each further run from the first one, in their order; null if there is none yet. */
export type Divergences = readonly (FirstDivergence | null)[]
