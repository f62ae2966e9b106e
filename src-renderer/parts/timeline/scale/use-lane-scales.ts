import { useMemo, useRef } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { TimeMap } from '../../../run/time-map.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { useTimelineSettings } from '../../../stores/session/timeline-store.ts'
import { realScale, type Scale, sharedScale } from './scale.ts'
import { isSameScale, scaleFor } from './use-scale.ts'
import { manySpans, throttleMs, useThrottled } from './use-throttled.ts'

/**
 * The scales of runs below each other. All have the same unit and origin, so that they share an axis; in working time,
 * breaks have no width.
 * @param times maps of the runs' times, if defined elsewhere; else the axis is the one that the user chose
 */
export function useLaneScales(
  lanes: readonly { readonly view: RunView | null }[],
  times: readonly TimeMap[] | null,
): readonly Scale[] {
  const kind = useTimelineSettings((state) => state.axis)
  const spans = lanes.reduce((sum, { view }) => sum + (view?.spans.length ?? 0), 0)
  const shapes = useThrottled(
    lanes.map(({ view }) => shapeOf(view ?? undefined)).join(' '),
    spans > manySpans ? throttleMs : 0,
  )
  const still = useByShape(lanes, shapes)
  const before = useRef<readonly Scale[]>([])
  const made = useMemo(
    () =>
      times?.map(sharedScale) ?? still.map(({ view }) => (view === null ? realScale : scaleFor(view, kind, false, 0))),
    [still, kind, times],
  )
  before.current = made.map((each, index) => {
    const was = before.current[index]
    return was !== undefined && isSameScale(was, each) ? was : each
  })
  return before.current
}

const kinds = ['working', 'real', 'tokens', 'cost', 'shared'] as const
const axes = new Map<Scale['kind'], Scale>(kinds.map((kind) => [kind, { ...realScale, kind }]))

/** The shared axis of these scales. */
export const axisScale = ([first]: readonly Scale[]): Scale => axes.get(first?.kind ?? 'real') ?? realScale
