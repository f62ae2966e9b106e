import type { WorkspaceCopy } from '../../src-shared/workspace/workspace.ts'

/** `making` and `removing` are in progress in the named host; what a dead host left is cleaned up by another. */
export type WorkspaceState = 'making' | 'ready' | 'removing' | 'removed'
export interface WorkspaceRow extends WorkspaceCopy {
  /** The comparison that the lane belongs to. */
  readonly owner: string | null
  readonly state: WorkspaceState
  readonly host: string | null
  /** Snapshot of its files when it was removed. */
  readonly last: string | null
}
