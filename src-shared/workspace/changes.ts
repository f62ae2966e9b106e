import { z } from 'zod'

/** Names a state of a workspace's files. */
export const snapshotId = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)

/** One file that differs between two snapshots. */
export const fileChange = z.object({
  /** Project-relative, with forward slashes. */
  path: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
  added: z.number(),
  removed: z.number(),
  binary: z.boolean(),
  /** Unified diff text of this file; empty if binary or larger than the limit. */
  patch: z.string(),
})
export type FileChange = z.infer<typeof fileChange>

export const changes = z.object({
  files: z.array(fileChange).readonly(),
  /** Paths the snapshot could not hold (too large, nested repositories, unreadable). */
  notCovered: z.array(z.string()).readonly(),
})
export type Changes = z.infer<typeof changes>
