import { useEffect, useMemo } from 'react'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { useLoading, whileLoading } from '../../stores/runs/run-loading.ts'
import { followRun, shapeOf, useRuns } from '../../stores/runs/run-store.ts'
import { useFolds, useReading } from '../../stores/session/fold-store.ts'
import type { ShownTurn } from '../../stores/session/turns.ts'
import { cardAnswer } from './folds/answer-path.ts'
import { type FoldedRow, foldRows } from './folds/fold-rows.ts'
import { isFolded } from './folds/use-folded.ts'
import { type ChatRows, chatRows } from './rows/chat-rows.ts'
import type { RunRow } from './rows/run-layout.ts'
import { RunRows } from './rows/run-rows.ts'

/** Loads the named runs while mounted, and lays out the rows of those that are still loading. */
export function useFollowRuns(runIds: readonly string[]): void {
  const key = runIds.join(' ')
  useEffect(() => {
    const wanted = key === '' ? [] : key.split(' ')
    const stops = wanted.flatMap((runId) => [followRun(runId), whileLoading(runId, (view) => void rowsOfView(view))])
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])
}

/** The branch's rows; rebuilt only if spans start, end or change state, not for streaming text. */
export function useChatRows(turns: readonly ShownTurn[], mayFold: boolean): ChatRows {
  // Only loaded runs have views, however many turns there are.
  const shapes = useRuns(({ views }) =>
    Object.entries(views)
      .map(([runId, view]) => `${runId} ${shapeOf(view)}`)
      .join(' '),
  )
  const loading = useLoading((all) => Object.keys(all).join(' '))
  const folds = useFolds()
  const fold = useReading((state) => state.foldFinished) && mayFold
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shapes represent the views, which are mutated in place.
  return useMemo(() => {
    const { views } = useRuns.getState()
    const isLoading = useLoading.getState()
    return chatRows(
      turns.map(({ turn, run }) => {
        const view = run === null ? undefined : views[run.id]
        const rows = rowsOf(view)
        const earlier = run !== null && isLoading[run.id] !== undefined
        if (!fold || rows === null || run === null || view === undefined) return { turn, run, rows, earlier }
        if (isFolded(view, run.id, folds)) {
          return { turn, run, rows: foldedRows(rows, view, run.id, folds.open), answer: cardAnswer(view), earlier }
        }
        const upTo = folds.foldedTo[run.id]
        if (upTo === undefined) return { turn, run, rows, earlier }
        return { turn, run, rows: foldedRows(rows, view, run.id, folds.open, upTo), earlier }
      }),
    )
  }, [turns, shapes, loading, folds, fold])
}

/** Last laid-out rows: a long run that did not change is not laid out again. */
const cache = new WeakMap<RunView['spans'], { readonly rows: RunRows; shape: number; last: readonly RunRow[] }>()

type Open = Parameters<typeof foldRows>[2]['open']
/** Last folded rows: folding in one run does not recompute the others. */
const folded = new WeakMap<
  RunView['spans'],
  {
    readonly shape: number
    readonly open: Open
    readonly upTo: number | undefined
    readonly rows: readonly FoldedRow[]
  }
>()

function foldedRows(
  rows: readonly RunRow[],
  view: RunView,
  runId: string,
  open: Open,
  upTo?: number,
): readonly FoldedRow[] {
  const known = folded.get(view.spans)
  if (known?.shape === view.shape && known.open === open && known.upTo === upTo) return known.rows
  const answer = upTo === undefined ? cardAnswer(view) : null
  const now = foldRows(rows, view, { runId, open, answer, ...(upTo === undefined ? {} : { upTo }) })
  folded.set(view.spans, { shape: view.shape, open, upTo, rows: now })
  return now
}

function rowsOf(view: RunView | undefined): readonly RunRow[] | null {
  return view === undefined || view.lastSeq < 0 ? null : rowsOfView(view)
}

function rowsOfView(view: RunView): readonly RunRow[] {
  const known = cache.get(view.spans) ?? { rows: new RunRows(), shape: -1, last: [] }
  if (known.shape === view.shape) return known.last
  known.last = known.rows.update(view)
  known.shape = view.shape
  cache.set(view.spans, known)
  return known.last
}
