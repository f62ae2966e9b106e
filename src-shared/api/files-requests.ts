import { z } from 'zod'
import type { ChangeCount } from '../run/conversation.ts'
import type { BesideChange } from '../workspace/beside.ts'
import { type Changes, snapshotId as snapshot } from '../workspace/changes.ts'
import { type FilesChanged, type MergePlan, mergeChoice } from '../workspace/merge.ts'
import { dependencyWays, type WorkspaceCopy } from '../workspace/workspace.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

/** A workspace: null is the project's own folder, else the id of an isolated copy. */
const workspaceId = id.nullable()

/** The files as they were at a position of a run, and how they differ from the current ones. */
export interface FilesAt {
  /** Null if no snapshot was taken there; then nothing can be restored. */
  readonly snapshot: string | null
  /** Snapshot of the current files. */
  readonly now: string
  /** From the current files to that state. */
  readonly changes: Changes
  /** Paths changed by somebody other than a run since the last run in this workspace ended. */
  readonly foreign: readonly string[]
  /** Whether the user has restored or merged files there since, after all runs. */
  readonly chosen: boolean
  /** What runs did since to files that no snapshot holds: restoring doesn't take it back. */
  readonly beside: readonly BesideChange[]
}

/** The files of branches: viewing those of each step, restoring, copying and merging. */
export const filesRequests = {
  /** The files just before or after a step of the run; if `path` is null, before or after the whole run. */
  'files-at': read(
    z.object({
      runId: id,
      path: z.string().max(1000).nullable(),
      when: z.enum(['before', 'after']),
      workspaceId,
    }),
    result<FilesAt>(),
  ),
  /** The files just before a message was first answered, which asking it again starts from. */
  'files-before-message': read(z.object({ turnId: id, workspaceId }), result<FilesAt>()),
  /** `expect`: the snapshot of the current files that the user was shown; if they changed since, nothing is touched. */
  'files-restore': write(
    z.object({ projectId: id, workspaceId, snapshot, expect: snapshot.nullable() }),
    result<FilesChanged>(),
    nowhere,
  ),
  'files-merge-plan': read(
    z.object({ projectId: id, base: snapshot, theirs: snapshot, into: workspaceId }),
    result<MergePlan>(),
  ),
  /** `ours`: from the plan that the user was shown; if the files changed since, nothing is touched. */
  'files-merge': write(
    z.object({
      projectId: id,
      base: snapshot,
      theirs: snapshot,
      ours: snapshot,
      into: workspaceId,
      choices: z.array(mergeChoice).max(100_000),
    }),
    result<FilesChanged>(),
    nowhere,
  ),
  'files-between': read(z.object({ projectId: id, before: snapshot, after: snapshot }), result<Changes>()),
  /** Only the size of the changes: patches can be large. */
  'files-count': readOnce(z.object({ projectId: id, before: snapshot, after: snapshot }), result<ChangeCount>()),
  /** `making`: an id for reporting its progress and for canceling it. */
  'workspace-open': write(
    z.object({
      projectId: id,
      name: z.string().min(1).max(200),
      snapshot,
      dependencies: z.enum(dependencyWays),
      making: id.optional(),
    }),
    result<WorkspaceCopy>(),
    nowhere,
  ),
  /** Opening it fails as `aborted`, and nothing is left. No effect if it is already made. */
  'workspace-cancel': write(z.object({ making: id }), result<null>(), nowhere),
  'workspaces-list': read(z.object({ projectId: id }), result<readonly WorkspaceCopy[]>()),
  /** Its files are snapshotted first, so that they can be restored. */
  'workspace-remove': write(z.object({ workspaceId: id }), result<null>(), nowhere),
}
