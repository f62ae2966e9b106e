import { useEffect, useState } from 'react'
import type { ChangeCount, Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { ask } from '../../../host/host.ts'
import { hasEnded } from '../../../run/run-figures.ts'
import { usePlayback } from '../../../stores/runs/playback-store.ts'
import { type AskNewest, askNewest } from '../../../stores/server-cache/ask-newest.ts'

/** Two states of a project's files. */
interface States {
  readonly projectId: string
  readonly before: string
  readonly after: string
}

interface Known extends States {
  readonly runId: string | null
  readonly count: ChangeCount
}

/** Minimum interval between requests for the changes of an active run, ms. */
const everyMs = 1000
const nothing: ChangeCount = { files: 0, added: 0, removed: 0 }

/**
 * How much a run has changed up to the newest state of its files in the view; null if unknown. While the run works, the
 * previous count is shown until the new one arrives; a playback position shows only its own count.
 * @param view of the run as it is shown
 */
export function useFilesSoFar(run: Run | null, view: RunView | undefined): ChangeCount | null {
  const runId = run?.id ?? null
  const played = usePlayback(({ moments }) => runId !== null && moments[runId] !== undefined)
  const [known, setKnown] = useState<Known | null>(null)
  const [asking, setAsking] = useState<AskNewest<States> | null>(null)
  useEffect(() => {
    const newest = askNewest(
      (states: States) => ask('files-count', states),
      played ? 0 : everyMs,
      (states, count) => setKnown({ ...states, runId, count }),
    )
    setAsking(newest)
    return newest.stop
  }, [runId, played])

  const projectId = run?.projectId ?? null
  const before = view?.before ?? null
  const after = view?.files ?? null
  // The count at the end is stored with the run.
  const wanted = run !== null && (run.changes === null || !hasEnded(view))
  useEffect(() => {
    if (asking === null || !wanted || projectId === null || before === null || after === null || before === after)
      return
    asking.want({ projectId, before, after })
  }, [asking, wanted, projectId, before, after])

  if (before === null || after === null) return null
  if (before === after) return nothing
  if (known === null || known.runId !== runId || known.before !== before) return null
  return known.after === after || !played ? known.count : null
}
