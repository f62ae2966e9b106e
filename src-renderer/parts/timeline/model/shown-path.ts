import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { type CriticalPath, criticalPath, type PathScope } from '../../../../src-shared/timeline/critical-path.ts'
import { lineOf } from '../../../../src-shared/timeline/span-bars.ts'

/** A critical path as it is drawn. */
export interface ShownPath extends CriticalPath {
  /** Those of its spans that have a bar: a line goes over them in their order. */
  readonly drawn: readonly number[]
}

/** Once through all spans of the run. */
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
