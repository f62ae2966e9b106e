import { useMemo } from 'react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { usePlayback } from '../../stores/runs/playback-store.ts'
import { useRuns } from '../../stores/runs/run-store.ts'
import type { ShownTurn } from '../../stores/session/turns.ts'

/**
 * The turns as of the moment being played back: without later turns, and with the run still under way if it had not
 * ended then. Without playback, the turns unchanged.
 */
export function useTurnsAtMoment(turns: readonly ShownTurn[]): readonly ShownTurn[] {
  const played = usePlayback(({ runIds }) => turns.find(({ run }) => run !== null && runIds.includes(run.id))?.run?.id)
  const status = useRuns(({ views }) => (played === undefined ? undefined : views[played]?.status))
  return useMemo(() => {
    const last = turns.findIndex(({ run }) => run?.id === played)
    if (last < 0 || status === undefined) return turns
    return turns
      .slice(0, last + 1)
      .map((shown, index) =>
        index === last && shown.run !== null ? { ...shown, run: runAt(shown.run, status) } : shown,
      )
  }, [turns, played, status])
}

/** Figures and answer of a run that has not ended come from its view. */
function runAt(run: Run, status: Run['status']): Run {
  if (status !== 'running' && status !== 'waiting') return run
  return { ...run, status, endedAt: null, text: '', failure: null, after: null, changes: null }
}
