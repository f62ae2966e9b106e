import { assertNever } from '../../../src-shared/assert-never.ts'
import type { ModelSpan, RunView, Span, StepSpan } from '../../../src-shared/run-view.ts'

/**
 * The rows of a run, in reading order: what a group holds stands together under its rule, branch after
 * branch, in whatever order parallel branches did their work. Rows name spans by path and hold no text, so
 * they stay the same while text streams.
 */
export type RunRow =
  | { readonly kind: 'phase'; readonly path: string; readonly depth: number }
  /** The start of one branch of several that did more than a single step. */
  | {
      readonly kind: 'branch'
      readonly path: string
      readonly depth: number
      readonly number: number
      readonly of: number
    }
  | { readonly kind: 'child'; readonly path: string; readonly depth: number }
  /** Work that belongs to no phase, after one has ended. */
  | { readonly kind: 'rule'; readonly path: string; readonly depth: number }
  | { readonly kind: 'block'; readonly path: string; readonly depth: number; readonly look: BlockLook }

/** `card`: blocks of this look stand close together. */
export type BlockLook = 'card' | 'prose' | 'line'

type Children = ReadonlyMap<string | null, readonly Span[]>

export function layoutRun(view: RunView): readonly RunRow[] {
  const children = childrenOf(view.spans)
  const rows: RunRow[] = []
  addSpans(children.get(null) ?? [], 0, children, rows)
  return rows
}

function childrenOf(spans: readonly Span[]): Children {
  const children = new Map<string | null, Span[]>()
  for (const span of spans) {
    const siblings = children.get(span.parent)
    if (siblings) siblings.push(span)
    else children.set(span.parent, [span])
  }
  return children
}

function addSpans(spans: readonly Span[], depth: number, children: Children, rows: RunRow[]): void {
  let afterPhase = false
  for (const span of spans) {
    const group = span.kind === 'phase' || span.kind === 'branches' || span.kind === 'child'
    if (!group && !isShown(span)) continue
    if (afterPhase && span.kind !== 'phase') rows.push({ kind: 'rule', path: span.path, depth })
    afterPhase = span.kind === 'phase'
    if (group) addGroup(span, depth, children, rows)
    else rows.push({ kind: 'block', path: span.path, depth, look: lookOf(span) })
  }
}

function addGroup(span: Span, depth: number, children: Children, rows: RunRow[]): void {
  const inside = children.get(span.path) ?? []
  if (span.kind === 'branches') return addBranches(span.path, inside, depth, children, rows)
  if (span.kind === 'phase') rows.push({ kind: 'phase', path: span.path, depth })
  if (span.kind === 'child') rows.push({ kind: 'child', path: span.path, depth })
  addSpans(inside, span.kind === 'child' ? depth + 1 : depth, children, rows)
}

function addBranches(path: string, inside: readonly Span[], depth: number, children: Children, rows: RunRow[]): void {
  const lanes = new Map<number, Span[]>()
  for (const span of inside) {
    const number = branchNumber(path, span)
    lanes.set(number, [...(lanes.get(number) ?? []), span])
  }
  const numbers = [...lanes.keys()].sort((a, b) => a - b)
  // Tool calls that ran side by side are no branches to a reader.
  const plain = inside.every((span) => span.kind === 'tool' || span.kind === 'step')
  for (const number of numbers) {
    const spans = lanes.get(number) ?? []
    if (!plain) rows.push({ kind: 'branch', path: `${path}/${number}`, depth, number: number + 1, of: numbers.length })
    addSpans(spans, plain ? depth : depth + 1, children, rows)
  }
}

function branchNumber(path: string, span: Span): number {
  const number = /^\d+/.exec(span.path.slice(path.length + 1))?.[0]
  return number === undefined ? 0 : Number(number)
}

function isShown(span: Exclude<Span, { kind: 'phase' | 'branches' | 'child' }>): boolean {
  switch (span.kind) {
    case 'model':
      return isModelShown(span)
    case 'step':
      return isStepShown(span)
    case 'tool':
    case 'notice':
    case 'unknown':
      return true
    default:
      return assertNever(span)
  }
}

function isModelShown(span: ModelSpan): boolean {
  return (
    span.endMs === null ||
    span.text.trim() !== '' ||
    span.reasoning.trim() !== '' ||
    span.retries.length > 0 ||
    span.failure !== null ||
    span.state === 'interrupted'
  )
}

/** Bookkeeping stays out of the conversation; it is on the timeline. */
function isStepShown(span: StepSpan): boolean {
  if (span.failure !== null) return true
  switch (span.step) {
    case 'ask-user':
    case 'check':
    case 'restore':
    case 'note':
      return true
    case 'inbox':
      return Array.isArray(span.answer) && span.answer.length > 0
    case 'snapshot':
    case 'random':
    case 'read-clock':
      return false
    default:
      return assertNever(span.step)
  }
}

function lookOf(span: Span): BlockLook {
  if (span.kind === 'tool') return 'card'
  if (span.kind === 'step') return span.step === 'check' || span.step === 'ask-user' ? 'card' : 'line'
  return span.kind === 'model' ? 'prose' : 'line'
}
