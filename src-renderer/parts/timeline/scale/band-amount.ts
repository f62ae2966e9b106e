import { spansUnder, spanTime } from '../../../../src-shared/run/time/work-times.ts'
import { addUse, noUse, spentBy, type Use } from '../../../../src-shared/run/use.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

interface Amount {
  readonly workMs: number
  readonly use: Use
}

interface Known extends Amount {
  readonly ofEndedRun: boolean
}

/** Spans that have ended stay the same objects, so pictures need not add up what is in a group again and again. */
const known = new WeakMap<Span, Known>()

/**
 * What a group took; null while it is under way. Parallel branches may wait while others work, and all of them use tokens:
 * so what a group took isn't its length on the axis.
 */
export function bandAmount(view: RunView, span: Span): Amount | null {
  if (span.endMs === null) return null
  const ofEndedRun = view.status !== 'running'
  const before = known.get(span)
  // Only at its end does a call of another branch say what it waited.
  if (before !== undefined && (before.ofEndedRun || !ofEndedRun)) return before
  const found = { ofEndedRun, workMs: spanTime(view, span, view.lastMs).workMs, use: spentIn(view, span) }
  known.set(span, found)
  return found
}

function spentIn(view: RunView, group: Span): Use {
  let use = spentBy(group) ?? noUse
  for (const span of spansUnder(view, group)) use = addUse(use, spentBy(span) ?? noUse)
  return use
}
