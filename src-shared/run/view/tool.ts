import { assertNever } from '../../base/assert-never.ts'
import type { EventOf } from '../event.ts'
import { noAttempt } from '../time/attempt.ts'
import { todoToolName } from '../todos.ts'
import { pathAbove } from './paths.ts'
import type { ToolSpan } from './run-view.ts'
import { beginAt, type FoldState, putSpan, spanAt, spanOf, stateOfFailure } from './state.ts'
import { addWaiting, removeWaiting } from './waiting.ts'

type ToolEvent =
  | EventOf<'tool-start'>
  | EventOf<'approval-ask'>
  | EventOf<'approval-answer'>
  | EventOf<'tool-begin'>
  | EventOf<'tool-end'>

export function applyToolEvent(state: FoldState, event: ToolEvent): void {
  const span = spanOf(state, event.path, 'tool')
  if (event.type === 'tool-start') startTool(state, event, span)
  else if (span !== undefined) changeTool(state, event, span)
}

function changeTool(state: FoldState, event: Exclude<ToolEvent, EventOf<'tool-start'>>, span: ToolSpan): void {
  switch (event.type) {
    case 'approval-ask':
      askApproval(state, span, event)
      break
    case 'approval-answer':
      answerApproval(state, span, event)
      break
    case 'tool-begin':
      putSpan(state, { ...span, begunMs: state.eventMs })
      break
    case 'tool-end':
      endTool(state, span, event)
      break
    default:
      assertNever(event)
  }
}

/** The question of a tool that asks the user is a step of its own, under the tool's path: that is what waits. */
function startTool(state: FoldState, event: EventOf<'tool-start'>, before: ToolSpan | undefined): void {
  const approval = before?.approval ?? null
  const place = beginAt(state, event.path, event.seq, 'tool')
  const first = event.call.tool === todoToolName ? firstList(state, event.path) : undefined
  putSpan(state, {
    ...place,
    ...(first !== undefined && { rewrites: first }),
    kind: 'tool',
    state: 'running',
    call: event.call,
    effect: event.effect,
    output: '',
    // A question that was still open when the app died is asked again.
    approval: approval?.answer ? approval : null,
    result: null,
    body: { kind: 'none' },
    failure: null,
  })
}

/** The first list of the same agent: of the run, or of the child run that the call is in. */
function firstList(state: FoldState, path: string): string | undefined {
  const agent = childAt(state, path)
  return state.spans.find(
    (span) =>
      span.kind === 'tool' &&
      span.call.tool === todoToolName &&
      span.state !== 'failed' &&
      span.path !== path &&
      childAt(state, span.path) === agent,
  )?.path
}

/** The innermost child run around a path, or `''`. */
function childAt(state: FoldState, path: string): string {
  let above = pathAbove(path)
  while (above !== '' && spanAt(state, above)?.kind !== 'child') above = pathAbove(above)
  return above
}

function askApproval(state: FoldState, span: ToolSpan, event: EventOf<'approval-ask'>): void {
  if (span.endMs !== null) return
  // A call may ask more than once.
  const { answeredMs, askedMs: before } = span.approval ?? { answeredMs: null, askedMs: 0 }
  const asked = answeredMs === null ? [] : [{ ...noAttempt, waits: [{ from: before, to: answeredMs }] }]
  const earlier = asked.length === 0 ? {} : { earlier: [...(span.earlier ?? []), ...asked] }
  const approval = { ask: event.ask, askedMs: state.eventMs, answer: null, answeredMs: null }
  putSpan(state, { ...span, ...earlier, state: 'waiting', approval })
  addWaiting(state, span.path)
}

function answerApproval(state: FoldState, span: ToolSpan, event: EventOf<'approval-answer'>): void {
  removeWaiting(state, span.path)
  if (span.approval === null) return
  const approval = { ...span.approval, answer: event.answer, answeredMs: state.eventMs }
  putSpan(state, { ...span, state: span.endMs === null ? 'running' : span.state, approval })
}

function endTool(state: FoldState, span: ToolSpan, event: EventOf<'tool-end'>): void {
  removeWaiting(state, span.path)
  const { outcome, body } = event
  const ended = { ...span, output: '', body, endMs: state.eventMs }
  if (outcome.ok) putSpan(state, { ...ended, state: outcome.value.ok ? 'ok' : 'failed', result: outcome.value })
  else putSpan(state, { ...ended, state: stateOfFailure(outcome.failure), failure: outcome.failure })
}
