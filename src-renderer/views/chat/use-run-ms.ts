import { useRef } from 'react'
import { useRuns } from '../../stores/run-store.ts'

/** The run's own time when the component was first drawn, ms since its start. */
export function useRunMs(runId: string): number {
  const ms = useRef<number | null>(null)
  ms.current ??= useRuns.getState().views[runId]?.lastMs ?? 0
  return ms.current
}
