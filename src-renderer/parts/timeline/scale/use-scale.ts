import { useMemo, useRef } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { workGaps } from '../../../run/work-gaps.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import type { AxisKind } from '../../../stores/session/timeline-store.ts'
import { amountsOf, costOf, type Measure, tokensOf } from './amounts.ts'
import { breakWidth, realScale, type Scale, workingScale } from './scale.ts'
import { manySpans, throttleMs, useThrottled } from './use-throttled.ts'

/**
 * The scale of a run on an axis of this kind. @param tear width of gaps, ms of the axis; derived from the run's length
 * if omitted
 */
export function scaleFor(view: RunView, kind: AxisKind, live: boolean, tear?: number): Scale {
  switch (kind) {
    case 'real':
      return realScale
    case 'working': {
      const gaps = workGaps(view)
      return workingScale(gaps, tear ?? breakWidth(gaps, view.lastMs, live))
    }
    case 'tokens':
      return amountScale(view, kind, tokensOf)
    case 'cost':
      return amountScale(view, kind, costOf)
    default:
      return assertNever(kind)
  }
}

function amountScale(view: RunView, kind: 'tokens' | 'cost', measure: Measure): Scale {
  const amounts = amountsOf(view, measure)
  return { ...realScale, kind, time: amounts.time, amounts }
}

/**
 * The current scale of a run. The object changes only if a position on it does, so that the layout is kept. Its cost
 * grows with the run, so it is computed when spans start and end; for a long run at most once a second.
 */
export function useScale(view: RunView, kind: AxisKind, live: boolean): Scale {
  const shape = useThrottled(shapeOf(view), live && view.spans.length > manySpans ? throttleMs : 0)
  const still = useByShape(view, shape)
  const before = useRef<Scale | null>(null)
  const made = useMemo(() => scaleFor(still, kind, live), [kind, live, still])
  if (before.current === null || !isSameScale(before.current, made)) before.current = made
  return before.current
}

export function isSameScale(one: Scale, other: Scale): boolean {
  if (one.kind !== other.kind || one.amounts !== other.amounts) return false
  const [a, b] = [one.time, other.time]
  return a === b || (isSame(a.run, b.run) && isSame(a.axis, b.axis))
}
const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((each, index) => each === other[index])
