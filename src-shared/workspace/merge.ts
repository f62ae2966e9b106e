import { z } from 'zod'

/**
 * Bringing changes from one state of the files into what is there now: a three-way merge by hunk.
 * `base` → `theirs` are the changes; `ours` is what is there now, as a snapshot.
 */
export interface MergePlan {
  readonly base: string
  readonly theirs: string
  readonly ours: string
  readonly files: readonly MergeFile[]
}

export interface MergeFile {
  /** Project-relative, with forward slashes. */
  readonly path: string
  readonly kind: 'added' | 'changed' | 'removed'
  readonly binary: boolean
  /**
   * `whole`: what is there now is as it was in `base`, so all of it can be taken as it is. `moved`: it changed
   * meanwhile, and the hunks are merged. `conflict`: it can only be taken whole, or left.
   */
  readonly state: 'whole' | 'moved' | 'conflict'
  readonly hunks: readonly MergeHunk[]
}

export interface MergeHunk {
  /** Place in the file's list, from 0. */
  readonly index: number
  /** As unified diff text, with its `@@` line. */
  readonly patch: string
  /**
   * `clean`: goes in. `there`: what it brings is there already. `conflict`: the same lines were changed to something
   * else.
   */
  readonly state: 'clean' | 'there' | 'conflict'
}

/** What of a plan is to be brought in. */
export const mergeChoice = z.object({
  path: z.string().min(1).max(4096),
  /** `theirs`: the whole file as it is in `theirs`, whatever is there; else the hunks by index. */
  take: z.union([z.literal('theirs'), z.array(z.number().int().min(0)).max(10_000)]),
})
export type MergeChoice = z.infer<typeof mergeChoice>

/** What a change of the project's files came to. Every one can be undone. */
export interface FilesChanged {
  /** Snapshot of the files as they were just before: restoring it undoes this. */
  readonly undo: string
  /** Snapshot of the files as they were right after. */
  readonly after: string
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Left as they were, with the reason in words. */
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  /** Where nothing was written and nothing removed: why, in a sentence. */
  readonly nothing?: string
}
