import type { ReactNode } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { FirstDivergence } from '../../../run/first-divergence.ts'

/** One of two to four runs that are laid side by side. */
export interface SideRun {
  readonly run: Run
  /** What it is among the others: `First run`, `Lane A`. */
  readonly name: string
  /** Stands for the name where there is little room. */
  readonly mark?: ReactNode
}

/** A run with its view as it is now; null until its first events have come. */
export interface SeenRun extends SideRun {
  readonly view: RunView | null
}

/** Where each of several runs parts from the first of them, in their order; null where it has not yet. */
export type Divergences = readonly (FirstDivergence | null)[]
