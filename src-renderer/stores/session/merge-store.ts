import { create } from 'zustand'
import type { MergeChoice } from '../../../src-shared/workspace/merge.ts'

/** Changes to merge: from one state of the files to another. */
export interface MergeRequest {
  readonly title: string
  readonly projectId: string
  /** Snapshot before the changes. */
  readonly base: string
  /** Snapshot with the changes; for a copy it is taken when it is requested. @throws FailureError */
  readonly theirs: () => Promise<string>
  /** Target: null is the project's folder, otherwise an isolated copy. */
  readonly into: string | null
  /** Performs the merge if more than writing files is needed, for example recording it in a comparison. */
  readonly bring?: (ours: string, choices: MergeChoice[]) => Promise<unknown>
  /** The turn whose branch contains the changes, for its summary; null if there is none. */
  readonly turnId: string | null
}

export const useMerge = create<{ readonly request: MergeRequest | null }>(() => ({ request: null }))

export function openMerge(request: MergeRequest): void {
  useMerge.setState({ request })
}
export function closeMerge(): void {
  useMerge.setState({ request: null })
}
