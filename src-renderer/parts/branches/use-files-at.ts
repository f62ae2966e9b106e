import type { FilesAt } from '../../../src-shared/api/files-requests.ts'
import { useFilesVersion } from '../../stores/server-cache/files.ts'
import type { Loadable } from '../../stores/server-cache/loadable.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import type { FilesPlace } from '../../stores/session/files-dialog-store.ts'

/**
 * The files at a place of a run against what is there now; asked anew when files were changed at the user's wish.
 * An answer stands until the next one has come, so that nothing flickers.
 * @param at null: nothing is asked
 * @param state whatever else makes the answer another one
 */
export function useFilesAt(at: FilesPlace | null, workspaceId: string | null, state = ''): Loadable<FilesAt> {
  const version = useFilesVersion((each) => each.version)
  const asked = at === null ? null : { runId: at.runId, path: at.path, when: at.when, workspaceId }
  return useAnswer('files-at', asked, `${version} ${state}`).answer
}
