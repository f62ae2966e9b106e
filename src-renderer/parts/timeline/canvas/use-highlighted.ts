import { useMemo } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { type SpanFilter, spansOfKind } from '../model/legend-kinds.ts'
import type { ShownPath } from '../model/shown-path.ts'
import type { TimelineCanvas } from './timeline-canvas.ts'
import { useCriticalPath } from './use-critical-path.ts'

interface Looked {
  readonly view: RunView
  /** Null until it is mounted. */
  readonly canvas: TimelineCanvas | null
  /** Path of the selected span of this run. */
  readonly selectedPath: string | null
  readonly only: SpanFilter | null
}

interface Highlighted {
  /** Indices of the spans of the chosen kind; null if none is chosen. */
  readonly filtered: readonly number[] | null
  /** The critical path; null if it is not chosen. */
  readonly path: ShownPath | null
}

/** What stands out in a timeline because of its legend or its critical path. */
export function useHighlighted({ view, canvas, selectedPath, only }: Looked): Highlighted {
  const still = useByShape(view, view.spans, view.shape)
  const filtered = useMemo(() => (only === null || only === 'path' ? null : spansOfKind(still, only)), [only, still])
  const selected = selectedPath === null ? null : (view.at.get(selectedPath) ?? null)
  return { filtered, path: useCriticalPath({ view, canvas, selected, wanted: only === 'path' }) }
}
