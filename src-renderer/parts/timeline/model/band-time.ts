import { spanTime } from '../../../../src-shared/run/time/work-times.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

interface Known {
  readonly ofEndedRun: boolean
  readonly workMs: number
}

/** Spans that have ended stay the same objects, so pictures need not add up what is in a group again and again. */
const known = new WeakMap<Span, Known>()

/**
 * How long a group worked, ms; null while it is under way. Beside other branches it may have waited while they worked:
 * then it takes up more of the axis than it worked.
 */
export function bandWorkMs(view: RunView, span: Span): number | null {
  if (span.endMs === null) return null
  const ofEndedRun = view.status !== 'running'
  const before = known.get(span)
  // Only at its end does a call of another branch say what it waited.
  if (before !== undefined && (before.ofEndedRun || !ofEndedRun)) return before.workMs
  const { workMs } = spanTime(view, span, view.lastMs)
  known.set(span, { ofEndedRun, workMs })
  return workMs
}
