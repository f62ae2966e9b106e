import type { Params } from '../../../src-shared/api/host-api.ts'
import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import type { HostContext } from '../host-context.ts'
import { changeFiles } from './change-files.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workspaces'>

/** The planned result of a merge, recorded before the first file is touched. */
export interface StartedMerge {
  /** The snapshot that the files become. */
  readonly target: string
  /** Files that differ from the current ones. */
  readonly files: number
}

/**
 * Merges the chosen changes into a workspace's files.
 *
 * @param begun called before the first file is touched. What it stores is committed together with the record by which a merge
 *   interrupted by a crash is finished (`settle-acts.ts`): both or neither.
 * @throws FailureError if a run works there, the files have changed, or can't be written
 */
export function mergeInto(
  parts: Parts,
  { projectId, into, ...asked }: Params<'files-merge'>,
  begun: (merge: StartedMerge) => void = () => undefined,
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
