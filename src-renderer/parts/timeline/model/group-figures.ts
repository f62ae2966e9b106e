import { addUse, noUse, spentBy, type Use } from '../../../../src-shared/run/use.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

/** Tokens and cost of each lane and child run of a timeline, by group key. One pass over all spans. */
export function groupFigures(view: RunView): ReadonlyMap<string, Use> {
  const figures = new Map<string, Use>()
  for (const span of view.spans) {
    const use = spentBy(span)
    if (use === null) continue
    for (const key of keysAround(view, span)) figures.set(key, addUse(figures.get(key) ?? noUse, use))
  }
  return figures
}

/** Keys of the lanes and child runs that contain a span. */
function keysAround(view: RunView, span: Span): Set<string> {
  const keys = new Set<string>(span.lane === '' ? [] : [span.lane])
  for (let path = span.parent; path !== null; ) {
    const group = view.spans[view.at.get(path) ?? -1]
    if (group === undefined) break
    if (group.kind === 'child') keys.add(group.path)
    if (group.lane !== '') keys.add(group.lane)
    path = group.parent
  }
  return keys
}
