import { create } from 'zustand'
import type { MergeChoice } from '../../../src-shared/workspace/merge.ts'

/** Changes to bring in: from one state of the files to another one. */
export interface MergeRequest {
  readonly title: string
  readonly projectId: string
  /** Snapshot that the changes start from. */
  readonly base: string
  /** Snapshot that has them; a copy's files are looked at when they are asked for. @throws FailureError */
  readonly theirs: () => Promise<string>
  /** Where they go: null is the project's folder, else an isolated copy. */
  readonly into: string | null
  /** Carries it out where that is more than to write the files, as of a comparison's lane, which notes it. */
  readonly bring?: (ours: string, choices: MergeChoice[]) => Promise<unknown>
  /** The turn whose branch brings them, for its summary; null where there is none to tell. */
  readonly turnId: string | null
}

export const useMerge = create<{ readonly request: MergeRequest | null }>(() => ({ request: null }))

export function openMerge(request: MergeRequest): void {
  useMerge.setState({ request })
}
export function closeMerge(): void {
  useMerge.setState({ request: null })
}
