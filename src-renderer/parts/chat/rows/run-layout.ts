import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import { agentUpdateOf } from '../../../../src-shared/run/agent-update.ts'
import { saidText } from '../../../../src-shared/run/view/agent-text.ts'
import { holdsAgent } from '../../../../src-shared/run/view/paths.ts'
import { isPaused } from '../../../../src-shared/run/view/pause.ts'
import type { ModelSpan, RunView, Span, StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { isShownByCard, noteOf } from '../../../run/outcome/note-text.ts'
import { modelReasoning, modelText } from './model-text.ts'

/**
 * The rows of a run in reading order: a group's spans follow its heading, branch after branch, even if parallel
 * branches interleaved. Rows refer to spans by path and contain no text, so they do not change while text streams.
 */
export type RunRow =
  | { readonly kind: 'phase'; readonly path: string; readonly depth: number }
  /** The start of a branch, unless the branches contain only tool calls and steps. */
  | {
      readonly kind: 'branch'
      readonly path: string
      readonly depth: number
      readonly number: number
      readonly of: number
    }
  | { readonly kind: 'child'; readonly path: string; readonly depth: number }
  /** Separates work outside any phase from the phase before it. */
  | { readonly kind: 'rule'; readonly path: string; readonly depth: number }
  | { readonly kind: 'block'; readonly path: string; readonly depth: number; readonly look: BlockLook }

/** Adjacent `card` blocks are drawn close together. */
type BlockLook = 'card' | 'prose' | 'line'

/** The spans in each group, and the run's failure message, to avoid showing it twice. */
export interface Found {
  readonly of: ReadonlyMap<string | null, readonly Span[]>
  readonly failure: Failure | null
}

export function layoutRun(view: RunView): readonly RunRow[] {
  const found = { of: childrenOf(view.spans), failure: view.failure }
  const rows: RunRow[] = []
  addSpans(found.of.get(null) ?? [], 0, found, rows)
  return rows
}

export function childrenOf(spans: readonly Span[]): Found['of'] {
  const children = new Map<string | null, Span[]>()
  for (const span of spans) {
    const siblings = children.get(span.parent)
    if (siblings) siblings.push(span)
    else children.set(span.parent, [span])
  }
  return children
}

/** @param afterPhase whether a phase precedes them @returns whether the last one is a phase */
export function addSpans(
  spans: readonly Span[],
  depth: number,
  found: Found,
  rows: RunRow[],
  afterPhase = false,
): boolean {
  let after = afterPhase
  for (const span of spans) {
    const group = span.kind === 'phase' || span.kind === 'branches' || span.kind === 'child'
    if (!group && !isShown(span, found.failure)) continue
    after = addGroupRow(span, depth, after, rows)
    if (group) addGroup(span, depth, found, rows)
    else rows.push({ kind: 'block', path: span.path, depth, look: lookOf(span) })
    if (holdsAgent(span)) addSpans(found.of.get(span.path) ?? [], depth + 1, found, rows)
  }
  return after
}

/**
 * Adds a separator before a span that follows a phase, and a heading for a phase or a child run.
 * @returns whether the span is a phase
 */
export function addGroupRow(span: Span, depth: number, afterPhase: boolean, rows: RunRow[]): boolean {
  const { kind, path } = span
  if (afterPhase && kind !== 'phase') rows.push({ kind: 'rule', path, depth })
  if (kind === 'phase' || kind === 'child') rows.push({ kind, path, depth })
  return kind === 'phase'
}

function addGroup(span: Span, depth: number, found: Found, rows: RunRow[]): void {
  const inside = found.of.get(span.path) ?? []
  if (span.kind === 'branches') addBranches(span.path, inside, depth, found, rows)
  else addSpans(inside, span.kind === 'child' ? depth + 1 : depth, found, rows)
}

function addBranches(path: string, inside: readonly Span[], depth: number, found: Found, rows: RunRow[]): void {
  const lanes = new Map<number, Span[]>()
  for (const span of inside) {
    const number = branchNumber(path, span)
    lanes.set(number, [...(lanes.get(number) ?? []), span])
  }
  const numbers = [...lanes.keys()].sort((a, b) => a - b)
  // Parallel tool calls and steps are not shown as branches.
  const plain = inside.every((span) => span.kind === 'tool' || span.kind === 'step')
  for (const number of numbers) {
    const spans = lanes.get(number) ?? []
    if (!plain) rows.push({ kind: 'branch', path: `${path}/${number}`, depth, number: number + 1, of: numbers.length })
    addSpans(spans, plain ? depth : depth + 1, found, rows)
  }
}

function branchNumber(path: string, span: Span): number {
  const number = /^\d+/.exec(span.path.slice(path.length + 1))?.[0]
  return number === undefined ? 0 : Number(number)
}

function isShown(span: Exclude<Span, { kind: 'phase' | 'branches' | 'child' }>, ofRun: Failure | null): boolean {
  if (isPaused(span) || span.pause?.answer?.edit) return true
  switch (span.kind) {
    case 'model':
      return isModelShown(span, ofRun)
    case 'step':
      return isStepShown(span)
    case 'tool':
      // `ask_user` has its own step for the question, and a list its first call: such a call is shown only if it failed.
      return (span.effect !== 'ask' && span.rewrites === undefined) || span.state === 'failed'
    case 'notice':
      return span.text !== ofRun?.message
    case 'unknown':
      return true
    default:
      return assertNever(span)
  }
}

function isModelShown(span: ModelSpan, ofRun: Failure | null): boolean {
  return (
    span.endMs === null ||
    modelText(span).trim() !== '' ||
    modelReasoning(span).trim() !== '' ||
    span.retries.length > 0 ||
    (span.failure !== null && span.failure.message !== ofRun?.message) ||
    span.state === 'interrupted'
  )
}

/** Bookkeeping steps are shown on the timeline only. */
function isStepShown(span: StepSpan): boolean {
  if (span.failure !== null) return true
  switch (span.step) {
    case 'prompt-agent':
      return true
    case 'agent-update':
      return isUpdateShown(span)
    case 'ask-user':
    case 'check':
    case 'restore':
    case 'hook':
      return true
    case 'note':
      return !isShownByCard(noteOf(span.ask))
    case 'inbox':
      return Array.isArray(span.answer) && span.answer.length > 0
    case 'snapshot':
    case 'changes':
    case 'random':
    case 'read-clock':
      return false
    default:
      return assertNever(span.step)
  }
}

/** Sessions and messages of the protocol are in the inspector; a later plan changes the card of the first one. */
function isUpdateShown(span: StepSpan): boolean {
  const update = agentUpdateOf(span.ask)
  if (update?.kind === 'message' || update?.kind === 'thought') return saidText(span).trim() !== ''
  return update?.kind === 'plan' && span.rewrites === undefined
}

const cards: ReadonlySet<StepSpan['step']> = new Set<StepSpan['step']>(['check', 'ask-user', 'hook', 'prompt-agent'])

function lookOf(span: Span): BlockLook {
  if (span.kind === 'tool') return 'card'
  if (span.kind === 'step' && span.step === 'agent-update')
    return agentUpdateOf(span.ask)?.kind === 'plan' ? 'card' : 'prose'
  if (span.kind === 'step') return cards.has(span.step) ? 'card' : 'line'
  return span.kind === 'model' ? 'prose' : 'line'
}
