import { useEffect, useState } from 'react'
import type { FilesAt } from '../../../src-shared/files-requests.ts'
import { ask } from '../../host.ts'
import { useFilesVersion } from '../../stores/files.ts'
import { type Loadable, loaded, loading } from '../../stores/loadable.ts'
import type { FilesPlace } from './files-dialog-store.ts'

/**
 * The files at a place of a run against what is there now; asked anew when files were changed at the user's wish.
 * An answer stands until the next one has come, so that nothing flickers.
 * @param at null: nothing is asked
 * @param state whatever else makes the answer another one
 */
export function useFilesAt(at: FilesPlace | null, workspaceId: string | null, state = ''): Loadable<FilesAt> {
  const version = useFilesVersion((each) => each.version)
  const [answer, setAnswer] = useState<{ readonly to: string; readonly files: Loadable<FilesAt> } | null>(null)
  const [runId, path, when] = at === null ? [null, null, 'after' as const] : [at.runId, at.path, at.when]
  const asked = JSON.stringify([runId, path, when, workspaceId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or state is why it is asked again.
  useEffect(() => {
    if (runId === null) return
    let gone = false
    void loaded(ask('files-at', { runId, path, when, workspaceId })).then((files) => {
      if (!gone) setAnswer({ to: asked, files })
    })
    return () => {
      gone = true
    }
  }, [runId, path, when, workspaceId, version, state])
  return answer !== null && answer.to === asked ? answer.files : loading
}
