import type { FilesAt } from '../../../src-shared/api/files-requests.ts'
import { useFilesVersion } from '../../stores/server-cache/files.ts'
import type { Loadable } from '../../stores/server-cache/loadable.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import type { FilesPlace } from '../../stores/session/files-dialog-store.ts'

/**
 * Compares the files at a point of a run with the current ones. Reloads when the user changes files, and keeps the
 * previous result meanwhile so that nothing flickers.
 * @param at null: nothing is loaded
 * @param state any other key that must trigger a reload
 */
export function useFilesAt(at: FilesPlace | null, workspaceId: string | null, state = ''): Loadable<FilesAt> {
  const version = useFilesVersion((each) => each.version)
  const request = at === null ? null : { runId: at.runId, path: at.path, when: at.when, workspaceId }
  return useAnswer('files-at', request, `${version} ${state}`).answer
}
