import { useMemo } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { type ShownPath, shownPath } from '../model/shown-path.ts'
import { manySpans, throttleMs, useThrottled } from '../scale/use-throttled.ts'
import type { TimelineCanvas } from './timeline-canvas.ts'
import { useCanvasState } from './use-canvas-state.ts'

interface Looked {
  readonly view: RunView
  /** Null until it is mounted. */
  readonly canvas: TimelineCanvas | null
  /** Index of the selected span. */
  readonly selected: number | null
  readonly wanted: boolean
}

/**
 * The critical path of the run, or of a marked range or a selected group if there is one. Null if it is not wanted.
 * Computed when spans start and end, for a long run at most once a second.
 */
export function useCriticalPath({ view, canvas, selected, wanted }: Looked): ShownPath | null {
  const range = useCanvasState(canvas, (state) => state?.range ?? null)
  const within = wanted && selected !== null ? groupPath(view, selected) : null
  const shape = useThrottled(shapeOf(view), view.spans.length > manySpans ? throttleMs : 0)
  const still = useByShape(view, shape)
  return useMemo(() => (wanted ? shownPath(still, { within, range }) : null), [wanted, within, range, still])
}

function groupPath(view: RunView, index: number): string | null {
  const span = view.spans[index]
  return span?.kind === 'phase' || span?.kind === 'child' || span?.kind === 'branches' ? span.path : null
}
