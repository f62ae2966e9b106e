import { assertNever } from '../../src-shared/base/assert-never.ts'
import { formatDuration, shortenMiddle } from '../../src-shared/base/format.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import { agentUpdateOf } from '../../src-shared/run/agent-update.ts'
import { spanTime } from '../../src-shared/run/time/work-times.ts'
import { subjectOf } from '../../src-shared/run/tool-subject.ts'
import { agentText } from '../../src-shared/run/view/agent-text.ts'
import type { RunView, Span, StepSpan } from '../../src-shared/run/view/run-view.ts'
import { childTitle } from '../../src-shared/timeline/span-groups.ts'

/** Names of spans, the same on the canvas, in lists, in tooltips and for screen readers. */

const longest = 48
const subjects = new WeakMap<ToolCall, string>()

/** What a call is about in one line: its path, command or pattern. Empty if its arguments contain none. */
export function callSubject(call: ToolCall): string {
  const known = subjects.get(call)
  if (known !== undefined) return known
  // Parsing arguments of many MB for a name costs too much.
  const subject = call.arguments.length > 200_000 ? '' : subjectOf(call).trim()
  subjects.set(call, subject)
  return subject
}

const stepNames: { readonly [step in StepSpan['step']]: string } = {
  'ask-user': 'question',
  snapshot: 'snapshot',
  restore: 'restore',
  changes: 'changes',
  check: 'check',
  random: 'chance',
  'read-clock': 'clock',
  inbox: 'queued messages',
  note: 'note',
  hook: 'hook',
  'prompt-agent': 'agent',
  'agent-update': 'agent says',
}

/** The first part of the name: `phase`, `model call`, `tool`. */
export function spanType(span: Span): string {
  switch (span.kind) {
    case 'phase':
      return 'phase'
    case 'branches':
      return 'parallel branches'
    case 'child':
      return 'child run'
    case 'model':
      return 'model call'
    case 'tool':
      return 'tool'
    case 'step':
      return span.step === 'agent-update' ? updateType(span) : stepNames[span.step]
    case 'notice':
      return span.level === 'warning' ? 'warning' : 'notice'
    case 'unknown':
      return 'unknown event'
    default:
      return assertNever(span)
  }
}

/** What another agent does, as its type. */
function updateType({ ask }: StepSpan): string {
  const kind = agentUpdateOf(ask)?.kind
  if (kind === 'thought') return 'agent thinks'
  return kind === 'plan' ? 'agent plans' : stepNames['agent-update']
}

/** What distinguishes it from others of its type: `plan`, `planner`, `edit_file src/total.js`. */
export function spanLabel(span: Span): string {
  switch (span.kind) {
    case 'phase':
      return span.title
    case 'branches':
      return String(span.count)
    case 'child':
      return childTitle(span)
    case 'model':
      return span.role
    case 'tool':
      return `${span.call.tool} ${shortenMiddle(callSubject(span.call), longest)}`.trim()
    case 'step':
      return shortenMiddle(agentText(span) ?? stepSubject(span), longest)
    case 'notice':
      return shortenMiddle(span.text, 2 * longest)
    case 'unknown':
      return ''
    default:
      return assertNever(span)
  }
}

/** The question, command or title in a step's request. */
export function stepSubject(span: StepSpan): string {
  const found = textIn(span.ask)
  return found.replace(/\s+/g, ' ').trim()
}

function textIn(ask: StepSpan['ask']): string {
  if (typeof ask === 'string') return ask
  if (typeof ask !== 'object' || ask === null || Array.isArray(ask)) return ''
  const fields = new Map(Object.entries(ask))
  for (const key of ['question', 'command', 'title', 'label', 'purpose']) {
    const field = fields.get(key)
    if (typeof field === 'string') return field
    if (field !== undefined && field !== null) return textIn(field)
  }
  return ''
}

const stateText = {
  running: 'running',
  waiting: 'waiting for you',
  ok: '',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** `waiting for you`, `failed`, …; empty if it succeeded. */
export const stateOfSpan = (span: Span): string => stateText[span.state]

/** The accessible name: `phase plan 3.1 s`, `tool edit_file src/total.js 12 ms failed`. */
export function spanName(view: RunView, span: Span, nowMs: number): string {
  const moment = span.kind === 'notice' || span.kind === 'unknown'
  const duration = moment ? '' : formatDuration(spanTime(view, span, nowMs).workMs)
  return [spanType(span), spanLabel(span), duration, stateOfSpan(span)].filter((part) => part !== '').join(' ')
}

/** The nearest phase that contains a span. */
export function phaseOf(view: RunView, span: Span): Span | null {
  for (let at = span.parent; at !== null; ) {
    const above = view.spans[view.at.get(at) ?? -1]
    if (above === undefined) return null
    if (above.kind === 'phase') return above
    at = above.parent
  }
  return null
}
