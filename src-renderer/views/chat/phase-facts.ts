import type { RunView, Span } from '../../../src-shared/run-view.ts'

/** What the rule of a phase or child run says beside its name. */
export interface GroupFacts {
  /** ms since the run's start. */
  readonly startMs: number
  readonly durationMs: number
  readonly running: boolean
  /** In the order they were first asked. */
  readonly roles: readonly string[]
  /** US dollars; null where a call had no known price. */
  readonly cost: number | null
  readonly calls: number
  readonly tools: number
  /** `plan`, `evaluate` or `execute`: which hue it wears. */
  readonly hue: PhaseHue
}
type PhaseHue = 'plan' | 'evaluate' | 'execute'

/** Sums what happened inside the group at `path`, nested groups included. */
export function groupFacts(view: RunView, path: string): GroupFacts | null {
  const group = spanAt(view, path)
  if (!group) return null
  let cost: number | null = 0
  let calls = 0
  let tools = 0
  const roles: string[] = []
  for (const span of view.spans) {
    if (span.kind === 'tool' && isInside(view, span, path)) tools++
    if (span.kind !== 'model' || !isInside(view, span, path)) continue
    calls++
    if (!roles.includes(span.role)) roles.push(span.role)
    if (span.endMs !== null && span.failure === null)
      cost = cost === null || span.cost === null ? null : cost + span.cost
  }
  const hue = group.kind === 'phase' ? hueOf(group.name) : 'execute'
  const durationMs = (group.endMs ?? view.lastMs) - group.startMs
  return { startMs: group.startMs, durationMs, running: group.endMs === null, roles, cost, calls, tools, hue }
}

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
