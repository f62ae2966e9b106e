import { useEffect, useMemo } from 'react'
import type { Run } from '../../../src-shared/conversation.ts'
import type { RunView } from '../../../src-shared/run-view.ts'
import { followRun, shapeOf, useRuns } from '../../stores/run-store.ts'
import type { ShownTurn } from '../../stores/turns.ts'
import { type ChatRow, chatRows } from './chat-rows.ts'
import { layoutRun, type RunRow } from './run-layout.ts'

/** Follows the runs named while the component is there. */
export function useFollowRuns(runIds: readonly string[]): void {
  const key = runIds.join(' ')
  useEffect(() => {
    const stops = key === '' ? [] : key.split(' ').map(followRun)
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])
}

/** The branch's rows; made anew only where spans start, end or change state, not for text that streams in. */
export function useChatRows(turns: readonly ShownTurn[]): readonly ChatRow[] {
  const shapes = useRuns(({ views }) => turns.map(({ run }) => (run ? shapeOf(views[run.id]) : '')).join(' '))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shapes stand for the views, which are mutated inside.
  return useMemo(() => {
    const { views } = useRuns.getState()
    return chatRows(turns.map(({ turn, run }) => ({ turn, run, rows: run ? rowsOf(run, views[run.id]) : null })))
  }, [turns, shapes])
}

/** Rows of runs as they were last laid out: a long run that did not change is not laid out again. */
const kept = new Map<string, { readonly shape: string; readonly rows: readonly RunRow[] }>()

function rowsOf(run: Run, view: RunView | undefined): readonly RunRow[] | null {
  if (view === undefined || view.lastSeq < 0) return null
  const before = kept.get(run.id)
  const shape = shapeOf(view)
  if (before?.shape === shape) return before.rows
  const rows = layoutRun(view)
  kept.set(run.id, { shape, rows })
  const [oldest] = kept.keys()
  if (kept.size > 64 && oldest !== undefined) kept.delete(oldest)
  return rows
}
