import { useEffect, useMemo } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { RunOutline } from '../../../../src-shared/timeline/outline-shape.ts'
import { refineOutline } from '../../../../src-shared/timeline/refine-outline.ts'
import { type TimeMap, toRun } from '../../../run/time-map.ts'
import { useLoading } from '../../../stores/runs/run-loading.ts'
import { lookAtPart, readPart, spanInParts, useRunParts } from '../../../stores/runs/run-parts.ts'
import { type SpanRef, select, useSelection } from '../../../stores/session/selection-store.ts'
import type { PendingHighlights } from '../paint/scene.ts'
import type { CanvasState } from './canvas-state.ts'
import { type OutlinePosition, spanAtPlace } from './pick-span.ts'
import type { TimelineCanvas } from './timeline-canvas.ts'

/** The outline of a long run that is loading, with the spans of the visible range; null if there is none. */
export function useRefinedOutline(runId: string, canvas: TimelineCanvas | null, time: TimeMap): RunOutline | null {
  const outline = useLoading((loading) => loading[runId]?.outline ?? null)
  const untilSeq = useLoading((loading) => loading[runId]?.untilSeq ?? null)
  const parts = useRunParts((all) => all[runId])
  useEffect(() => {
    if (canvas === null || outline === null || untilSeq === null) return
    return canvas.state.subscribe((state) => {
      const range = rangeInSight(state, time)
      if (range !== null) void lookAtPart({ runId, untilSeq, ...range })
    })
  }, [canvas, runId, outline, untilSeq, time])
  return useMemo(() => {
    if (outline === null || parts === undefined) return outline
    return parts.reduce((coarse, { fromMs, toMs, view }) => {
      return refineOutline(coarse, { fromMs, toMs, spans: view.spans })
    }, outline)
  }, [outline, parts])
}

/**
 * The visible range with some margin, rounded so that small movements do not request other parts; null if it is the
 * whole run.
 */
function rangeInSight({ throttled, mode }: CanvasState, time: TimeMap): { fromMs: number; toMs: number } | null {
  if (throttled === null || mode === 'fit') return null
  const [from, to] = [toRun(time, throttled.viewport.from), toRun(time, throttled.viewport.to)]
  if (to <= from) return null
  const step = 2 ** Math.ceil(Math.log2(to - from)) / 4
  return { fromMs: Math.max(0, Math.floor(from / step) * step), toMs: Math.max(0, Math.ceil(to / step) * step) }
}

/** The highlighted spans, if their parts are loaded and the run does not contain them yet. */
export function usePendingHighlights(runId: string, view: RunView): PendingHighlights {
  const parts = useRunParts((all) => all[runId])
  const pathOf = (ref: SpanRef | null) => (ref?.runId === runId && !view.at.has(ref.path) ? ref.path : null)
  const selected = useSelection((state) => pathOf(state.selected))
  const hovered = useSelection((state) => pathOf(state.hovered))
  return useMemo(() => {
    const spanAt = (path: string | null) => (path === null ? null : spanInParts(parts, path))
    return { selected: spanAt(selected), hovered: spanAt(hovered) }
  }, [parts, selected, hovered])
}

let clicks = 0

/**
 * Selects the span of an outline's bar once it is loaded; only the last click counts. The chat does not scroll: it has
 * no rows around the span yet, and by the time it does, the reader may be elsewhere.
 */
export async function selectOutlined(runId: string, position: OutlinePosition): Promise<void> {
  const click = ++clicks
  const untilSeq = useLoading.getState()[runId]?.untilSeq
  if (untilSeq === undefined) return
  const part = await readPart({ runId, untilSeq, fromMs: position.ms, toMs: position.ms })
  const span = part === null ? null : spanAtPlace(part.view.spans, position)
  if (span !== null && click === clicks) select({ runId, path: span.path })
}

/** Cancels the selection of a clicked bar whose span is still loading. */
export function forgetOutlinedClick(): void {
  clicks += 1
}
