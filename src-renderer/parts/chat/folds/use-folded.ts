import { useEffect } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { foldUpTo, keepUnfolded, mayFold, useFolds, useReading } from '../../../stores/session/fold-store.ts'
import { useCompared } from '../rows/compared.ts'

type Folds = Pick<ReturnType<typeof useFolds.getState>, 'unfolded'>

/** Whether a run is shown folded, where runs are: it is over, and nobody reads it as it went. */
export function isFolded(view: Pick<RunView, 'status'>, runId: string, { unfolded }: Folds): boolean {
  return view.status !== 'running' && view.status !== 'waiting' && unfolded[runId] === undefined
}

/** @returns whether the rows of this run are folded here */
export function useFolded(runId: string): boolean {
  const compared = useCompared()
  const fold = useReading((state) => state.foldFinished)
  const unfolded = useFolds((state) => state.unfolded)
  const over = useRuns(({ views }) => {
    const view = views[runId]
    return view !== undefined && view.lastSeq >= 0 && isFolded(view, runId, { unfolded })
  })
  return fold && over && !compared
}

const found = new WeakMap<RunView['spans'], { readonly shape: number; readonly ms: number }>()

/** When the newest span ended that has ended: it moves with steps, not with streamed text. */
function endedMs(view: RunView): number {
  const known = found.get(view.spans)
  if (known?.shape === view.shape) return known.ms
  found.set(view.spans, { shape: view.shape, ms: view.lastMs })
  return view.lastMs
}

/** Whether the focus is within a row, which would lose it by being folded. */
const isReadingRow = (): boolean => document.activeElement?.closest('.chat-row') != null

/** A run that ends while its reader is at its end folds there; who reads further up keeps what they read. */
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
