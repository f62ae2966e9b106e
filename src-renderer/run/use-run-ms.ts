import { useRef } from 'react'
import { usePlayback } from '../stores/runs/playback-store.ts'
import { useRuns } from '../stores/runs/run-store.ts'

/** When the window learned of each run's latest moment, by its own clock. */
const learned = new Map<string, { readonly lastMs: number; readonly at: number }>()

export interface RunMs {
  /** ms since the run's start. */
  readonly now: number
  /** It does not go on by itself: the run is played back, and shown at this moment. */
  readonly still: boolean
}

/**
 * The run's own time when the component was first drawn; it goes on while nothing happens. Of a run that is played
 * back, the moment that is looked at, to a tenth of a second.
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
