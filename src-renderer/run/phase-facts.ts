import type { WorkingTime } from '../../src-shared/run/time/run-time.ts'
import { spanTime } from '../../src-shared/run/time/work-times.ts'
import type { RunView, Span } from '../../src-shared/run/view/run-view.ts'

/** The figures shown next to the name of a phase or child run. */
export interface GroupFacts {
  /** ms since the run's start. */
  readonly startMs: number
  readonly time: WorkingTime
  readonly running: boolean
  /** In the order of their first call. */
  readonly roles: readonly string[]
  /** US dollars; null if the price of a call is unknown. */
  readonly cost: number | null
  readonly calls: number
  readonly tools: number
  /** `plan`, `evaluate` or `execute`: determines its color. */
  readonly hue: PhaseHue
}
type PhaseHue = 'plan' | 'evaluate' | 'execute'

/** Sums up the events inside the group at `path`, including nested groups. */
export function groupFacts(view: RunView, path: string): GroupFacts | null {
  const group = spanAt(view, path)
  if (!group) return null
  let cost: number | null = 0
  let calls = 0
  let tools = 0
  const roles: string[] = []
  const known = over.get(group)
  if (known !== undefined) return known
  // The spans in a group come after it and start before it ends.
  for (let index = (view.at.get(path) ?? 0) + 1; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined || (group.endMs !== null && span.startMs > group.endMs)) break
    if (span.kind === 'tool' && isInside(view, span, path)) tools++
    if (span.kind !== 'model' || !isInside(view, span, path)) continue
    calls++
    if (!roles.includes(span.role)) roles.push(span.role)
    if (span.endMs !== null && span.failure === null)
      cost = cost === null || span.cost === null ? null : cost + span.cost
  }
  const hue = group.kind === 'phase' ? hueOf(group.name) : 'execute'
  const time = spanTime(view, group, view.lastMs)
  const running = group.endMs === null
  const facts = { startMs: group.startMs, time, running, roles, cost, calls, tools, hue }
  if (group.endMs !== null && group.state !== 'interrupted') over.set(group, facts)
  return facts
}

/** Cache for groups that have ended, except interrupted ones, which may be resumed. */
const over = new WeakMap<Span, GroupFacts>()

export function spanAt(view: RunView, path: string): Span | undefined {
  const index = view.at.get(path)
  return index === undefined ? undefined : view.spans[index]
}

function isInside(view: RunView, span: Span, path: string): boolean {
  for (let parent = span.parent; parent !== null; parent = spanAt(view, parent)?.parent ?? null) {
    if (parent === path) return true
  }
  return false
}

function hueOf(name: string): PhaseHue {
  if (/^(plan|revise|propose|generate)/i.test(name)) return 'plan'
  return /^(eval|critique|review|judge|verdict|score|vote|select|test|check)/i.test(name) ? 'evaluate' : 'execute'
}
