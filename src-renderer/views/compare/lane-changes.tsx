import { useEffect, useState } from 'react'
import type { Changes } from '../../../src-shared/changes.ts'
import { ask } from '../../host.ts'
import { type Loadable, loaded, loading } from '../../stores/loadable.ts'
import { ErrorState } from '../../widgets/error-state.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import { ChangedFiles } from '../changes/changed-files.tsx'
import '../changes/changes.css'

/** What a lane's run changed. */
export function LaneChanges({ runId }: { readonly runId: string }) {
  const [changes, setChanges] = useState<Loadable<Changes>>(loading)
  useEffect(() => {
    let gone = false
    void loaded(ask('run-changes', { runId })).then((answer) => {
      if (!gone) setChanges(answer)
    })
    return () => {
      gone = true
    }
  }, [runId])
  if (changes.state === 'loading') return <Skeleton lines={3} label="Loading the changes" />
  if (changes.state === 'failed') return <ErrorState failure={changes.failure} />
  return changes.value.files.length === 0 ? <p>No files changed.</p> : <ChangedFiles changes={changes.value} />
}
