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
 * @param onBegin called before the first file is touched. What it stores is committed together with the record by which
 *   a merge interrupted by a crash is finished (`settle-acts.ts`): both or neither.
 * @throws FailureError if a run works there, the files have changed, or can't be written
 */
export function mergeInto(
  parts: Parts,
  { projectId, into, ...request }: Params<'files-merge'>,
  onBegin: (merge: StartedMerge) => void = () => undefined,
): Promise<FilesChanged> {
  return changeFiles(parts, { projectId, workspaceId: into }, 'merge', request.ours, (snapshots, begin) =>
    snapshots.merge(request, (target, files) =>
      parts.store.transaction(() => {
        begin(target)
        onBegin({ target, files })
      }),
    ),
  )
}
