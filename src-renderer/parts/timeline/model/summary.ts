import { attemptOf } from '../../../../src-shared/run/time/attempt.ts'
import { viewTime } from '../../../../src-shared/run/time/run-time.ts'
import { lengthOf, merged, type Stretch, within, without } from '../../../../src-shared/run/time/stretches.ts'
import { spanTime, workOf } from '../../../../src-shared/run/time/work-times.ts'
import { knownCost } from '../../../../src-shared/run/totals-text.ts'
import { spentBy } from '../../../../src-shared/run/use.ts'
import { agentPrompt } from '../../../../src-shared/run/view/agent-text.ts'
import { holdsAgent } from '../../../../src-shared/run/view/paths.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { toolKind, waitOf } from '../../../../src-shared/timeline/span-bars.ts'
import { phaseOf, spanLabel } from '../../../run/span-names.ts'
import { type LegendKind, toolLegend } from './legend-kinds.ts'

/** What a bottom-up table groups by. */
export const groupings = ['role', 'tool', 'phase', 'model'] as const
export type Grouping = (typeof groupings)[number]

/** Totals of all spans of one name. Times are ms of work, without waits. */
export interface SummaryRow {
  readonly key: string
  readonly label: string
  readonly kind: LegendKind
  /** Indices of its spans in start order. */
  readonly spans: readonly number[]
  readonly failed: number
  readonly totalMs: number
  /**
   * The share of the run's working time in which at least one of its spans worked, 0 to 1. Null for waiting, which is not
   * work.
   */
  readonly share: number | null
  readonly medianMs: number
  readonly p95Ms: number
  readonly tokens: number
  /** US dollars; null if a call had no known price. */
  readonly cost: number | null
}

interface Sum {
  readonly label: string
  readonly kind: LegendKind
  readonly spans: number[]
  readonly times: number[]
  /** When they worked; parts of an agent's prompt belong to the agent's tool calls. */
  readonly works: Stretch[]
  readonly others: Stretch[]
  failed: number
  tokens: number
  cost: number | null
}

/**
 * Sums a run's model calls, tool calls, prompts to other agents and waits, longest total first. One pass over all spans.
 * A prompt's time is that outside of the agent's tool calls, which have rows of their own.
 */
export function summarize(view: RunView, by: Grouping, nowMs: number): SummaryRow[] {
  const sums = new Map<string, Sum>()
  const prompts = new Map<string, { readonly sum: Sum; readonly at: number }>()
  const add = (index: number, name: Name, ms: number) => {
    const sum = sums.get(name.key) ?? {
      ...name,
      spans: [],
      times: [],
      works: [],
      others: [],
      failed: 0,
      tokens: 0,
      cost: 0,
    }
    sums.set(name.key, sum)
    sum.spans.push(index)
    sum.times.push(ms)
    return sum
  }
  for (const [index, span] of view.spans.entries()) {
    const wait = waitOf(span)
    if (wait !== null) add(index, waiting, Math.max(0, (wait.end ?? nowMs) - wait.start))
    const delayed = lengthOf(within(merged(attemptOf(span).delays), 0, nowMs))
    if (delayed > 0) add(index, waiting, delayed)
    const name = nameOf(view, span, by)
    if (name === null) continue
    const works = workOf(view, span, nowMs)
    const ownMs = spanTime(view, span, nowMs).workMs
    const sum = add(index, name, ownMs)
    sum.works.push(...works)
    if (span.state === 'failed') sum.failed += 1
    if (holdsAgent(span)) prompts.set(span.path, { sum, at: sum.times.length - 1 })
    const around = span.kind === 'tool' && span.parent !== null ? prompts.get(span.parent) : undefined
    if (around !== undefined) {
      around.sum.times[around.at] = Math.max(0, (around.sum.times[around.at] ?? 0) - ownMs)
      around.sum.others.push(...works)
    }
    const use = spentBy(span)
    if (use === null) continue
    sum.tokens += use.input + use.output
    const cost = knownCost(use)
    sum.cost = sum.cost === null || cost === null ? null : sum.cost + cost
  }
  const { workMs, waitedMs } = viewTime(view, nowMs)
  return [...sums]
    .map(([key, sum]) => rowOf(key, sum, key === waiting.key ? waitedMs : added(sum), workMs))
    .sort((a, b) => order(a) - order(b) || b.totalMs - a.totalMs)
}

const order = ({ key }: SummaryRow) => (key === waiting.key ? 1 : 0)

const added = ({ times }: Sum): number => times.reduce((sum, each) => sum + each, 0)

/** @param totalMs waiting is that of the run; parallel calls are added up @param workMs of the run */
function rowOf(key: string, from: Sum, totalMs: number, workMs: number): SummaryRow {
  const { label, kind, spans, times, works, others, failed, tokens, cost } = from
  const sorted = times.toSorted((a, b) => a - b)
  const covered = lengthOf(without(merged(works), merged(others)))
  const share = key === waiting.key ? null : workMs <= 0 ? 0 : Math.min(1, covered / workMs)
  const [medianMs, p95Ms] = [nearestRank(sorted, 0.5), nearestRank(sorted, 0.95)]
  return { key, label, kind, spans, failed, totalMs, share, medianMs, p95Ms, tokens, cost }
}

/** The nearest-rank percentile. @param sorted ascending @param part 0 to 1 */
export function nearestRank(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}

interface Name {
  readonly key: string
  readonly label: string
  readonly kind: LegendKind
}
const waiting: Name = { key: 'waiting', label: 'Waiting', kind: 'user' }

function nameOf(view: RunView, span: Span, by: Grouping): Name | null {
  const agent = span.kind === 'step' ? agentPrompt(span)?.agent : undefined
  if (agent !== undefined)
    return by === 'phase' ? phaseName(view, span) : { key: `agent ${agent}`, label: `Agent ${agent}`, kind: 'agent' }
  if (span.kind !== 'model' && span.kind !== 'tool') return null
  if (by === 'phase') return phaseName(view, span)
  if (span.kind === 'tool') {
    if (by === 'model') return null
    const kind = toolLegend(span)
    if (by === 'tool') return { key: `tool ${span.call.tool}`, label: span.call.tool, kind }
    const effect = toolKind(span)
    return { key: `effect ${effect}`, label: effects[effect], kind }
  }
  if (by === 'role') return { key: `role ${span.role}`, label: `Model calls, ${span.role}`, kind: 'model' }
  if (by === 'tool') return { key: 'model', label: 'Model calls', kind: 'model' }
  return { key: `model ${span.bound.model}`, label: span.bound.model, kind: 'model' }
}

const effects = {
  read: 'Reads',
  edit: 'Edits',
  command: 'Commands',
  server: 'MCP servers',
  ask: 'Questions',
  own: 'Plans, verdicts',
}

function phaseName(view: RunView, span: Span): Name {
  const phase = phaseOf(view, span)
  if (phase === null) return { key: 'no phase', label: 'Outside phases', kind: 'own' }
  const name = phase.kind === 'phase' ? phase.name : spanLabel(phase)
  return { key: `phase ${name}`, label: name, kind: 'own' }
}
