import { useEffect, useState } from 'react'
import type { FilesAt } from '../../../src-shared/files-requests.ts'
import { ask } from '../../host.ts'
import { useFilesVersion } from '../../stores/files.ts'
import { type Loadable, loaded, loading } from '../../stores/loadable.ts'
import type { FilesPlace } from './files-dialog-store.ts'

/**
 * The files at a place of a run against what is there now; asked anew when this window changed files.
 * @param at null: nothing is asked
 * @param state whatever else makes the answer another one
 */
export function useFilesAt(at: FilesPlace | null, workspaceId: string | null, state = ''): Loadable<FilesAt> {
  const version = useFilesVersion((each) => each.version)
  const [answer, setAnswer] = useState<Loadable<FilesAt>>(loading)
  const [runId, path, when] = at === null ? [null, null, 'after' as const] : [at.runId, at.path, at.when]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or state is why it is asked again.
  useEffect(() => {
    if (runId === null) return setAnswer(loading)
    let gone = false
    void loaded(ask('files-at', { runId, path, when, workspaceId })).then((found) => {
      if (!gone) setAnswer(found)
    })
    return () => {
      gone = true
      setAnswer(loading)
    }
  }, [runId, path, when, workspaceId, version, state])
  return answer
}
