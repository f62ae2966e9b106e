import { addUse, noUse, spentBy, type Use } from '../../../../src-shared/run/use.ts'
import { agentPrompt } from '../../../../src-shared/run/view/agent-text.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'

/** Tokens and cost of each lane, child run and agent of a timeline, by group key. One pass over all spans. */
export function groupFigures(view: RunView): ReadonlyMap<string, Use> {
  const figures = new Map<string, Use>()
  const lanes = new Map<string, string>()
  for (const span of view.spans) {
    const use = spentBy(span)
    if (use === null) continue
    for (const key of keysOf(view, span, lanes)) figures.set(key, addUse(figures.get(key) ?? noUse, use))
  }
  return figures
}

/** With that of the agent's lane, which has the path of the first prompt to the agent in the same group. */
function keysOf(view: RunView, span: Span, lanes: Map<string, string>): ReadonlySet<string> {
  const keys = keysAround(view, span)
  const prompt = span.kind === 'step' ? agentPrompt(span) : null
  if (prompt === null) return keys
  const innermost = [...keys].toSorted((one, other) => one.length - other.length).at(-1) ?? ''
  const agent = JSON.stringify([innermost, prompt.agent])
  const lane = lanes.get(agent) ?? span.path
  lanes.set(agent, lane)
  return keys.add(lane)
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
