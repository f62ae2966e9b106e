import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

/** Totals of the calls of a group. */
export interface GroupFigures {
  readonly tokens: number
  /** US dollars; null if an ended call had no known price. */
  readonly cost: number | null
}

/** Totals of each lane and child run of a timeline, by group key. One pass over all spans. */
export function groupFigures(view: RunView): ReadonlyMap<string, GroupFigures> {
  const figures = new Map<string, GroupFigures>()
  for (const span of view.spans) {
    if (span.kind !== 'model' || span.reply === null) continue
    const { usage } = span.reply
    const tokens = usage.input + usage.output
    for (const key of keysAround(view, span)) {
      const before = figures.get(key) ?? { tokens: 0, cost: 0 }
      const cost = before.cost === null || span.cost === null ? null : before.cost + span.cost
      figures.set(key, { tokens: before.tokens + tokens, cost })
    }
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
