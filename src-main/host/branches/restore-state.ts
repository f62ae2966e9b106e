import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import type { HostContext } from '../host-context.ts'
import { changeFiles, type FilesWorkspace } from './change-files.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workspaces'>

/**
 * Restores a workspace's files to a snapshot, at the user's request.
 *
 * @param expect the snapshot of the current files as the user saw them; null: any state
 * @param onBegin called before the first file is touched, with the number of files that differ. What it stores is
 *   committed together with the record by which a restore interrupted by a crash is finished (`settle-acts.ts`): both or
 *   neither.
 * @throws FailureError if a run works there, the files have changed, or can't be written
 */
export function restoreState(
  parts: Parts,
  workspace: FilesWorkspace,
  { snapshot, expect }: { readonly snapshot: string; readonly expect: string | null },
  onBegin: (files: number) => void = () => undefined,
): Promise<FilesChanged> {
  return changeFiles(parts, workspace, 'restore', expect, (snapshots, begin) =>
    snapshots.restore(snapshot, expect, (files) =>
      parts.store.transaction(() => {
        begin(snapshot)
        onBegin(files)
      }),
    ),
  )
}
