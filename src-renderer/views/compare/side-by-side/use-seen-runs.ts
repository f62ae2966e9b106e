import { useEffect, useMemo } from 'react'
import { followRun, useRuns } from '../../../stores/runs/run-store.ts'
import type { SeenRun, SideRun } from './side-run.ts'

/** Follows the runs while the component is there. Renders once a frame while any of them changes. */
export function useSeenRuns(runs: readonly SideRun[]): readonly SeenRun[] {
  const key = runs.map(({ run }) => run.id).join(' ')
  useEffect(() => {
    const stops = key.split(' ').map(followRun)
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])
  const live = useRuns((state) => state.live)
  return useMemo(() => runs.map((each) => ({ ...each, view: live[each.run.id] ?? null })), [runs, live])
}
