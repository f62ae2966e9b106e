import type { WorkspaceCopy } from '../../src-shared/workspace/workspace.ts'

/** `making` and `removing` are under way in the host named; what a dead host left so is cleared by another. */
export type WorkspaceState = 'making' | 'ready' | 'removing' | 'removed'
export interface WorkspaceRow extends WorkspaceCopy {
  /** The comparison that a lane belongs to. */
  readonly owner: string | null
  readonly state: WorkspaceState
  readonly host: string | null
  /** Snapshot of what was there when it was removed. */
  readonly last: string | null
}
