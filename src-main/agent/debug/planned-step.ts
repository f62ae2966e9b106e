import type { Leaf } from '../../strategy/steps.ts'
import type { JournalEntry } from '../journal.ts'
import type { LeafWork } from '../performers/leaf-work.ts'

/** A step that can be paused before. A hook of a tool call is one, although no strategy asks for it. */
export type PausedLeaf = Exclude<Leaf, { kind: 'hook' }> | { readonly kind: 'hook' }

/** A step that is about to be performed for the first time, or again after a crash. */
export interface Planned {
  readonly step: PausedLeaf
  readonly work: LeafWork
  readonly path: string
  readonly past: JournalEntry | null
}
