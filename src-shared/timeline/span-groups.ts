import { shortenMiddle } from '../base/format.ts'
import { agentPrompt } from '../run/view/agent-text.ts'
import { holdsAgent } from '../run/view/paths.ts'
import type { ChildSpan, RunView, Span, StepSpan } from '../run/view/run-view.ts'
import type { StrategyChoice } from '../strategy/strategy-info.ts'
import type { Track } from './track.ts'

/**
 * The main group, or a group of lines below it for a child run, for another agent, or for a parallel branch with
 * more than tool calls. (Tool calls of one answer are branches too; they are stacked in their group.)
 */
export interface Group {
  readonly key: string
  readonly title: string
  readonly parent: Group | null
  readonly depth: number
  /** Position among its siblings. */
  readonly order: number
  readonly children: Group[]
  /** The name of the other agent whose lane it is, and the paths of the prompts to it. */
  readonly agent: string | null
  readonly prompted: string[]
  readonly phases: Track[]
  readonly prompts: Track[]
  readonly messages: Track[]
  readonly model: Track[]
  readonly tools: Track[]
  readonly you: Track[]
  readonly marks: Track[]
}

/** The groups of a timeline that its spans so far require. */
export interface Groups {
  readonly root: Group
  readonly groups: Map<string, Group>
  /** The lanes of other agents, by the paths of their prompts. */
  readonly prompts: Map<string, Group>
  readonly rich: Set<string>
  /** Lanes whose spans are drawn in the group around them. */
  readonly plain: Set<string>
  /** Incremented if rows are added or grow, so that heights must be recomputed. */
  shape: number
}

export function newGroup(
  key: string,
  parent: Group | null,
  title: string,
  order = 0,
  agent: string | null = null,
): Group {
  const depth = parent === null ? 0 : parent.depth + 1
  const lines = { phases: [], prompts: [], messages: [], model: [], tools: [], you: [], marks: [] }
  return { key, title, parent, depth, order, children: [], agent, prompted: [], ...lines }
}

/** Lanes that need their own lines because of the spans from index `from` on, and the lanes around them. */
export function richLanes(view: RunView, from: number): string[] {
  const found = new Set<string>()
  for (let index = from; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined || span.lane === '' || !isRich(span)) continue
    for (let lane = span.lane; lane !== '' && !found.has(lane); lane = laneAround(view, lane)) found.add(lane)
  }
  return [...found]
}

const isRich = (span: Span) =>
  span.kind === 'model' || span.kind === 'phase' || span.kind === 'child' || holdsAgent(span)

function laneAround(view: RunView, lane: string): string {
  const branches = lane.slice(0, lane.lastIndexOf('/'))
  return view.spans[view.at.get(branches) ?? -1]?.lane ?? ''
}

/** The group in which a span is drawn. */
export function contentGroup(layout: Groups, view: RunView, span: Span): Group {
  if (span.kind === 'step' && span.step === 'prompt-agent') return agentGroup(layout, view, span)
  return groupAround(layout, view, span)
}

/** The lane of another agent: all prompts to it within the same group share one. */
function agentGroup(layout: Groups, view: RunView, span: StepSpan): Group {
  const known = layout.prompts.get(span.path)
  if (known !== undefined) return known
  const around = groupAround(layout, view, span)
  const agent = agentPrompt(span)?.agent ?? 'agent'
  const group =
    around.children.find((each) => each.agent === agent) ??
    addGroup(layout, newGroup(span.path, around, agent, indexOf(view, span), agent))
  group.prompted.push(span.path)
  layout.prompts.set(span.path, group)
  return group
}

function groupAround(layout: Groups, view: RunView, span: Span): Group {
  const parent = span.parent === null ? undefined : view.spans[view.at.get(span.parent) ?? -1]
  if (parent === undefined) return layout.root
  if (parent.kind === 'child') {
    const title = childTitle(parent)
    return groupAt(layout, parent.path, title, indexOf(view, parent), () => contentGroup(layout, view, parent))
  }
  if (parent.kind !== 'branches') return contentGroup(layout, view, parent)
  if (!layout.rich.has(span.lane)) {
    layout.plain.add(span.lane)
    return contentGroup(layout, view, parent)
  }
  const number = Number(span.lane.slice(span.lane.lastIndexOf('/') + 1)) + 1
  // Branches of one `all` are ordered by index, not by start.
  const order = indexOf(view, parent) + number / 1e6
  const name = isOneOfSeveral(view.strategy) ? 'Candidate' : 'Branch'
  return groupAt(layout, span.lane, `${name} ${number}`, order, () => contentGroup(layout, view, parent))
}

/**
 * The title of a child run is its goal, to distinguish it from others with the same strategy; that of a sub-agent that a
 * file describes begins with its name.
 */
export function childTitle({ goal, agent }: Pick<ChildSpan, 'goal' | 'agent'>): string {
  const text = shortenMiddle(goal.replace(/\s+/g, ' ').trim(), 60)
  if (agent === undefined) return text || 'Child run'
  return text === '' ? agent : `${agent}: ${text}`
}

/** Whether a strategy, or one that it wraps, selects one of several answers. */
const isOneOfSeveral = (choice: StrategyChoice | null | undefined): boolean =>
  choice != null && (choice.name === 'best-of-n' || isOneOfSeveral(choice.inner))

const indexOf = (view: RunView, span: Span) => view.at.get(span.path) ?? 0

function groupAt(layout: Groups, key: string, title: string, order: number, around: () => Group): Group {
  const known = layout.groups.get(key)
  if (known !== undefined) return known
  return addGroup(layout, newGroup(key, around(), title, order))
}

function addGroup(layout: Groups, group: Group): Group {
  group.parent?.children.push(group)
  group.parent?.children.sort((a, b) => a.order - b.order)
  layout.groups.set(group.key, group)
  layout.shape += 1
  return group
}
