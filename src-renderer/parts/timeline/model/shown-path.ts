import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { type CriticalPath, criticalPath, type PathScope } from '../../../../src-shared/timeline/critical-path.ts'
import { lineOf } from '../../../../src-shared/timeline/span-bars.ts'

/** A critical path with its drawing data. */
export interface ShownPath extends CriticalPath {
  /** Indices of its spans that have a bar, in the order of the line drawn over them. */
  readonly drawn: readonly number[]
}

/** One pass over all spans of the run. */
export function shownPath(view: RunView, scope: PathScope): ShownPath {
  const path = criticalPath(view, view.lastMs, scope)
  const hasBar = (index: number) => {
    const span = view.spans[index]
    return span !== undefined && lineOf(span) !== null
  }
  return { ...path, drawn: path.spans.filter(hasBar) }
}

/** Indices of the spans on a path, and of the groups around them. */
export function onPath(view: RunView, { spans }: CriticalPath): ReadonlySet<number> {
  const all = new Set(spans)
  for (const index of spans) {
    for (let at = view.spans[index]?.parent ?? null; at !== null; ) {
      const group = view.at.get(at) ?? -1
      if (all.has(group)) break
      all.add(group)
      at = view.spans[group]?.parent ?? null
    }
  }
  return all
}
