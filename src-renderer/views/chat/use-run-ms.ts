import { useRef } from 'react'
import { useRuns } from '../../stores/run-store.ts'

/** When the window learned of each run's latest moment, by its own clock. */
const learned = new Map<string, { readonly lastMs: number; readonly at: number }>()

/** The run's own time when the component was first drawn, ms since its start. It goes on while nothing happens. */
export function useRunMs(runId: string): number {
  const ms = useRef<number | null>(null)
  ms.current ??= runMs(runId)
  return ms.current
}

function runMs(runId: string): number {
  const lastMs = useRuns.getState().views[runId]?.lastMs ?? 0
  const before = learned.get(runId)
  if (before?.lastMs === lastMs) return lastMs + performance.now() - before.at
  learned.set(runId, { lastMs, at: performance.now() })
  return lastMs
}
