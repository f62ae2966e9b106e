import { useEffect } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { keepUnfolded, mayFold, useFolds, useReading } from '../../../stores/session/fold-store.ts'
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

/** A run that ends while its reader is at its end folds there; who reads further up keeps what they read. */
export function useFoldAtEnd(run: Run | null, atEnd: boolean): void {
  const runId = run?.id ?? null
  const goesOn = run?.status === 'running' || run?.status === 'waiting'
  useEffect(() => {
    if (runId === null) return
    if (goesOn) keepUnfolded(runId)
    else if (atEnd) mayFold(runId)
  }, [runId, goesOn, atEnd])
}
