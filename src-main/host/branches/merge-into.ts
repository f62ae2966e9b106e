import type { Params } from '../../../src-shared/api/host-api.ts'
import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import type { HostContext } from '../host-context.ts'
import { changeFiles } from './change-files.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workspaces'>

/** What a merge will have written, noted before the first file is touched. */
export interface MergeBegun {
  /** The snapshot that the files become. */
  readonly target: string
  /** Files that differ from what is there. */
  readonly files: number
}

/**
 * Merges what was chosen into a place's files.
 *
 * @param begun called before the first file is touched. What it stores is durable together with the note by which a merge
 *   that a crash cuts off is finished (`settle-acts.ts`): both are there or neither.
 * @throws FailureError if a run works there, the files have moved, or can't be written
 */
export function mergeInto(
  parts: Parts,
  { projectId, into, ...asked }: Params<'files-merge'>,
  begun: (merge: MergeBegun) => void = () => undefined,
): Promise<FilesChanged> {
  return changeFiles(parts, { projectId, workspaceId: into }, 'merge', asked.ours, (snapshots, begin) =>
    snapshots.merge(asked, (target, files) =>
      parts.store.transaction(() => {
        begin(target)
        begun({ target, files })
      }),
    ),
  )
}
