import { useEffect, useMemo, useState } from 'react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import { ask } from '../../host/host.ts'
import { toolChanges } from '../../run/tool-changes.ts'
import { usePlayback } from '../../stores/runs/playback-store.ts'
import { shapeOf, useRuns } from '../../stores/runs/run-store.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'

export interface ChangesAt {
  readonly changes: Changes
  /** No snapshot exists for this moment, so the changes are assembled from the edits so far. */
  readonly fromEdits: boolean
}

/** The changes at the playback position of a run; null if it is shown as it is now. */
export function useChangesAt(run: Run | null): ChangesAt | null {
  const played = usePlayback(({ moments }) => run !== null && moments[run.id] !== undefined)
  const view = useRuns(({ views }) => (played && run !== null ? views[run.id] : undefined))
  const before = view?.before ?? null
  const after = view?.files ?? null
  const known = useBetween(run?.projectId ?? null, before, after)
  const still = useByShape(view, shapeOf(view))
  const edits = useMemo(() => (still === undefined ? null : toolChanges(still)), [still])
  if (!played || edits === null) return null
  return known === null ? { changes: edits, fromEdits: true } : { changes: known, fromEdits: false }
}

/** The difference between two snapshots; null if one is missing or while it loads. */
function useBetween(projectId: string | null, before: string | null, after: string | null): Changes | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly changes: Changes | null } | null>(null)
  const of = projectId === null || before === null || after === null || before === after ? null : `${before} ${after}`
  useEffect(() => {
    if (of === null || projectId === null || before === null || after === null) return
    let gone = false
    ask('files-between', { projectId, before, after }).then(
      (changes) => !gone && setKnown({ of, changes }),
      // If a snapshot is gone, the edits made by tools are the best source left.
      () => !gone && setKnown({ of, changes: null }),
    )
    return () => {
      gone = true
    }
  }, [of, projectId, before, after])
  return known !== null && known.of === of ? known.changes : null
}
