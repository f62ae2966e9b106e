import { useRef } from 'react'
import { usePlayback } from '../stores/runs/playback-store.ts'
import { useRuns } from '../stores/runs/run-store.ts'

/** When the window received each run's latest event, by the window's clock. */
const learned = new Map<string, { readonly lastMs: number; readonly at: number }>()

export interface RunMs {
  /** ms since the run's start. */
  readonly now: number
  /** True if it does not advance by itself: the run is played back and shown at this time. */
  readonly still: boolean
}

/**
 * The run's own time at the component's first render; it advances even when nothing happens. For a run that is played
 * back, the time that is shown, to a tenth of a second.
 */
export function useRunMs(runId: string): RunMs {
  const ms = useRef<number | null>(null)
  const moment = usePlayback(({ moments }) => {
    const at = moments[runId]?.ms
    return at === undefined ? null : Math.round(at / 100) * 100
  })
  if (moment !== null) return { now: moment, still: true }
  ms.current ??= runMs(runId)
  return { now: ms.current, still: false }
}

function runMs(runId: string): number {
  const lastMs = useRuns.getState().views[runId]?.lastMs ?? 0
  const before = learned.get(runId)
  if (before?.lastMs === lastMs) return lastMs + performance.now() - before.at
  learned.set(runId, { lastMs, at: performance.now() })
  return lastMs
}
