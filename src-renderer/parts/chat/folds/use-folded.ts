import { useEffect } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { foldUpTo, keepUnfolded, mayFold, useFolds, useReading } from '../../../stores/session/fold-store.ts'
import { useInComparison } from '../rows/in-comparison.ts'

type Folds = Pick<ReturnType<typeof useFolds.getState>, 'unfolded'>

/** Whether a run is shown folded: it has ended, and the user has not unfolded it. */
export function isFolded(view: Pick<RunView, 'status'>, runId: string, { unfolded }: Folds): boolean {
  return view.status !== 'running' && view.status !== 'waiting' && unfolded[runId] === undefined
}

/** @returns whether this run's rows are folded in this list */
export function useFolded(runId: string): boolean {
  const compared = useInComparison()
  const fold = useReading((state) => state.foldFinished)
  const unfolded = useFolds((state) => state.unfolded)
  const over = useRuns(({ views }) => {
    const view = views[runId]
    return view !== undefined && view.lastSeq >= 0 && isFolded(view, runId, { unfolded })
  })
  return fold && over && !compared
}

const found = new WeakMap<RunView['spans'], { readonly shape: number; readonly ms: number }>()

/** When the latest ended span ended; changes with steps, not with streamed text. */
function endedMs(view: RunView): number {
  const known = found.get(view.spans)
  if (known?.shape === view.shape) return known.ms
  found.set(view.spans, { shape: view.shape, ms: view.lastMs })
  return view.lastMs
}

/** Whether a row has the focus, which folding would remove. */
const isReadingRow = (): boolean => document.activeElement?.closest('.chat-row') != null

/** Folds the ended parts of a run while the reader is at its end; nothing folds while they are scrolled up. */
export function useFoldAtEnd(run: Run | null, atEnd: boolean): void {
  const runId = run?.id ?? null
  const goesOn = run?.status === 'running' || run?.status === 'waiting'
  useEffect(() => {
    if (runId === null) return
    if (goesOn) keepUnfolded(runId)
    else if (atEnd) mayFold(runId)
  }, [runId, goesOn, atEnd])
  const lastMs = useRuns(({ views }) => {
    const view = runId === null || !goesOn || !atEnd ? undefined : views[runId]
    return view === undefined ? null : endedMs(view)
  })
  useEffect(() => {
    if (runId !== null && lastMs !== null && !isReadingRow()) foldUpTo(runId, lastMs)
  }, [runId, lastMs])
}
